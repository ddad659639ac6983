import type { PublicReturn } from '../../../src/contracts/after-payment';
import type { SharedProps } from '../../../src/contracts/pages';
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
  const { returning: words, tiers } = useWords();
  const tier = tiers[returning.tokenType].toLowerCase();
  const { day } = useFormats();
  const amount = rupees(returning.amount);
  const { from, to } = returning.expected;
  return (
    <>
      <p>
        <Say parts={words[returning.use].taken(<strong>{amount}</strong>, <When at={returning.takenAt} />)} />
      </p>
      {returning.state === 'undecided' ? (
        <p>{words.undecided(amount)}</p>
      ) : (
        <>
          <p>{words[returning.use][returning.state === 'returned' ? 'returned' : 'underWay'](amount, tier)}</p>
          <p>{words.expected(day(from), day(to))}</p>
        </>
      )}
      <p>
        <Say parts={words.contact(<PhoneLink app={app} />, <MailLink app={app} />)} />
      </p>
    </>
  );
}
