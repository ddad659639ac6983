import type { PublicPayment } from '../../../src/contracts/payments';
import { useLanguage, useWords } from './use-words';

/** The form with the pay button, which stands elsewhere on the page. */
export const PAY_FORM_ID = 'pay-form';

interface Props {
  payment: PublicPayment;
  /** Why the last press was refused. */
  error?: string | undefined;
}

/** Registration and terms before the pay button; nothing where the project names neither. */
export function TermsBox({ payment, error }: Props) {
  const { rera, terms } = payment;
  const words = useWords().terms;
  if (!rera && !terms) return null;
  return (
    <section className="pub-terms" aria-labelledby="pub-terms-title">
      <h2 id="pub-terms-title">{words.heading}</h2>
      {rera && (
        <p className="pub-terms-rera">
          {rera.projectName && <strong className="pub-block">{rera.projectName}</strong>}
          {words.rera} <span className="pub-mono">{rera.number}</span>
          {rera.url && (
            <a className="pub-link pub-terms-link" href={rera.url} target="_blank" rel="noopener noreferrer">
              {words.authority} <span className="pub-hidden">({words.newTab})</span>
            </a>
          )}
        </p>
      )}
      {terms && <Agreement terms={terms} error={error} />}
    </section>
  );
}

/** A box of the pay form: without JavaScript the server refuses a press without it. */
function Agreement({ terms, error }: { terms: NonNullable<PublicPayment['terms']>; error: string | undefined }) {
  const { terms: words, problems } = useWords();
  const own = useLanguage();
  const shown = own === 'hi' && terms.summary.hi !== null ? 'hi' : 'en';
  return (
    <>
      <p lang={shown}>{terms.summary[shown] ?? terms.summary.en}</p>
      <p>
        <a className="pub-link pub-terms-link" href={terms.url}>
          {words.readAll}
        </a>
      </p>
      <input type="hidden" name="termsLanguage" value={shown} form={PAY_FORM_ID} />
      <label className="pub-terms-check">
        <input
          type="checkbox"
          name="termsVersion"
          value={terms.version}
          form={PAY_FORM_ID}
          autoComplete="off"
          aria-required="true"
          aria-invalid={error !== undefined}
          aria-describedby="pub-terms-error"
          data-terms={shown}
        />
        <span>{words.agree}</span>
      </label>
      <p className="pub-terms-error" id="pub-terms-error" role="alert" data-terms-error={problems.TERMS_REQUIRED}>
        {error}
      </p>
    </>
  );
}
