import type { PublicPayment } from '../../../src/contracts/payments';
import { tierName } from '../../../src/contracts/words/tier-name';
import type { PublicUpgrade } from '../../../src/contracts/upgrades';
import { Fact } from './fact';
import { rupees } from './format';
import { Icon } from './icon';
import { TokenMedal } from './token-medal';
import { TokenCode } from './token-code';
import { useWords } from './use-words';

interface Props {
  upgrade: PublicUpgrade;
  payment: PublicPayment;
}

/** What the customer holds, what it becomes, and how the price comes about. */
export function UpgradeOffer({ upgrade, payment }: Props) {
  const words = useWords();
  const { upgrade: texts } = words;
  const from = tierName(words, upgrade.from, upgrade.fromLabel);
  const to = tierName(words, upgrade.to, upgrade.toLabel);
  const isDone = upgrade.outcome === 'upgraded';
  return (
    <section className="pub-upgrade" aria-label={texts.label}>
      <div className="pub-upgrade-tiers">
        <Tier
          type={upgrade.from}
          label={from}
          note={upgrade.currentTokenNumber}
          isNumber
          isVoid={upgrade.currentTokenVoid}
        >
          {isDone ? texts.before : texts.now}
        </Tier>
        <Icon name="arrow" className="pub-upgrade-arrow" />
        <Tier type={upgrade.to} label={to} note={isDone ? payment.tokenNumber : texts.newNumber} isNumber={isDone}>
          {isDone ? texts.now : texts.after}
        </Tier>
      </div>
      <dl className="pub-facts">
        {upgrade.isDifference && (
          <>
            <Sum name={words.tokenOf(to)} amount={upgrade.total} />
            <Sum name={texts.paidFor(from)} amount={upgrade.paidBefore} isTakenOff />
          </>
        )}
        <Fact name={upgrade.isDifference ? texts.difference : texts.price}>
          <strong className="pub-figure">{rupees(upgrade.upgradeAmount)}</strong>
        </Fact>
      </dl>
    </section>
  );
}

interface TierProps {
  type: PublicUpgrade['from'];
  label: string;
  note: string;
  isNumber: boolean;
  isVoid?: boolean;
  children: string;
}

function Tier({ type, label, note, isNumber, isVoid = false, children }: TierProps) {
  return (
    <div className="pub-upgrade-tier">
      <p className="pub-muted pub-upgrade-note">{children}</p>
      <TokenMedal type={type} />
      <p className="pub-upgrade-name">{label}</p>
      <p className={isNumber ? 'pub-upgrade-note' : 'pub-muted pub-upgrade-note'}>
        {isNumber ? <TokenCode number={note} isVoid={isVoid} /> : note}
      </p>
    </div>
  );
}

function Sum({ name, amount, isTakenOff = false }: { name: string; amount: number; isTakenOff?: boolean }) {
  return (
    <Fact name={name}>
      <span className="pub-figure">
        {isTakenOff && <span aria-hidden="true">− </span>}
        {rupees(amount)}
      </span>
    </Fact>
  );
}
