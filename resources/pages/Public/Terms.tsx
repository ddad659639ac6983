import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { Fact } from '../../components/public/fact';
import { PublicPage } from '../../components/public/public-page';
import { useFormats, useLanguage, useWords } from '../../components/public/use-words';
import { Markdown } from '../../components/ui/markdown';

/** One version of a project's terms, for the holder of a payment link. Nothing on it needs a script. */
export default function Terms({ terms, app }: PageProps['Public/Terms'] & SharedProps) {
  const { terms: words } = useWords();
  const isOther = useLanguage() !== terms.language;
  const { legalName, address, supportEmail, supportPhone, rera } = terms;
  const promoter = [legalName, address, supportPhone, supportEmail].filter((line) => line !== null);
  return (
    <PublicPage app={app} title={words.title}>
      <article className="pub-card pub-card-first">
        <div>
          <h1>{words.title}</h1>
          <p className="pub-muted">{words.version(terms.version, useFormats().day(terms.effectiveFrom))}</p>
          {isOther && <p className="pub-muted">{words.englishOnly}</p>}
        </div>
        {(rera !== null || promoter.length > 0) && (
          <dl className="pub-facts">
            {promoter.length > 0 && (
              <Fact name={words.promoter} wide>
                {promoter.map((line) => (
                  <span key={line} className="pub-block">
                    {line}
                  </span>
                ))}
              </Fact>
            )}
            {rera && (
              <Fact name={words.rera} wide>
                <span className="pub-mono">{rera.number}</span>
                {rera.url && (
                  <a className="pub-link pub-terms-link" href={rera.url} target="_blank" rel="noopener noreferrer">
                    {words.authority} <span className="pub-hidden">({words.newTab})</span>
                  </a>
                )}
              </Fact>
            )}
          </dl>
        )}
        <div className="pub-terms-text" lang={terms.language}>
          <Markdown text={terms.body} />
        </div>
        <p>
          <a className="pub-link pub-terms-link" href={ROUTES.payment(terms.paymentId)}>
            {words.back}
          </a>
        </p>
      </article>
    </PublicPage>
  );
}
