import type { PublicReturn } from '../../../src/contracts/after-payment';
import type { SharedProps } from '../../../src/contracts/pages';
import { tierInSentence } from '../../../src/contracts/words/tier-name';
import { MailLink, PhoneLink } from './contact';
import { rupees } from './format';
import { Say } from './say';
import { StatusBanner } from './status-banner';
import { useFormats, useWords } from './use-words';
import { When } from './when';

interface Props {
  returning: PublicReturn;
  app: SharedProps['app'];
}

/** The same on every page that can be opened about the payment. */
export function ReturnedMoney({ returning, app }: Props) {
  const { returning: words } = useWords();
  const title = returnTitle(returning, words);
  return (
    <StatusBanner tone={returning.state === 'returned' ? 'grey' : 'amber'} icon="back" title={title}>
      <ReturnedMoneyText returning={returning} app={app} />
    </StatusBanner>
  );
}

export function returnTitle({ state }: PublicReturn, words: ReturnType<typeof useWords>['returning']): string {
  if (state === 'undecided') return words.titleUndecided;
  return state === 'returned' ? words.titleReturned : words.title;
}

export function ReturnedMoneyText({ returning, app }: Props) {
  const texts = useWords();
  const { returning: words } = texts;
  const tier = tierInSentence(texts, returning.tokenType, returning.tokenLabel);
  const { day } = useFormats();
  const [taken, left] = [rupees(returning.amount), rupees(returning.amountLeft)];
  const { expected } = returning;
  const ask = expected === null ? words.questions : words.contact;
  return (
    <>
      <p>
        <Say parts={words[returning.use].taken(<strong>{taken}</strong>, <When at={returning.takenAt} />)} />
      </p>
      {returning.state === 'undecided' ? (
        <p>{words.undecided(left)}</p>
      ) : (
        <>
          <p>
            {returning.revoked
              ? words.revoked(left, tier)
              : returning.state === 'returned'
                ? words[returning.use].returned(taken, tier)
                : words[returning.use].underWay(left, tier)}
          </p>
          {returning.amountReversed > 0 && <p>{words.reversed(rupees(returning.amountReversed))}</p>}
          {expected !== null && (
            <p>
              {words[returning.state === 'preparing' ? 'expectedOnceAccepted' : 'expected'](
                day(expected.from),
                day(expected.to),
              )}
            </p>
          )}
        </>
      )}
      <p>
        <Say parts={ask(<PhoneLink app={app} />, <MailLink app={app} />)} />
      </p>
    </>
  );
}
