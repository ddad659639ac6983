import type { DayMoney, MoneyFigures, SellerMoney, SoldMoney } from '../../../contracts/seller-money.js';
import { DAY_MS } from '../../../domain/calendar/durations.js';
import { toRupees } from '../../../domain/money/money.js';
import { TOKEN_TYPES } from '../../../domain/payment/token-catalogue.js';
import type { MoneyRow, MoneySums } from '../../payment-lists/index.js';

const NOTHING: MoneySums = { total: 0, gross: 0, refunded: 0 };

/** @param reach the number of days in the rows, today included */
export function presentSellerMoney(rows: readonly MoneyRow[], reach: number): SellerMoney {
  const find = (part: MoneyRow['part'], name: string, day = 0): MoneySums =>
    rows.find((row) => row.part === part && row.name === name && row.day === day) ?? NOTHING;
  const upgrades = find('upgrade', 'all');
  const others = rows.filter(({ part }) => part === 'upgraded');
  // Upgrades are one line for all paths; those that are not told by tier lead to platinum.
  const toPlatinum = others.reduce<MoneySums>(less, upgrades);
  const sold: SoldMoney[] = TOKEN_TYPES.map((type) =>
    soldOf(type, less(find('tier', type), type === 'platinum' ? toPlatinum : find('upgraded', type))),
  );
  const numbers = rows.filter(({ part, name }) => part === 'seller' && name === 'day').map(({ day }) => day);
  const days = numbers
    .sort((one, other) => other - one)
    .map((day) => ({ day, all: find('seller', 'day', day), upgrades: find('upgrade', 'day', day) }))
    .filter(({ all }) => isSome(all));
  const shown = days.reduce((sum, day) => plus(sum, day.all), NOTHING);
  const shownUpgrades = days.reduce((sum, day) => plus(sum, day.upgrades), NOTHING);
  const earlier = less(find('seller', 'all'), shown);
  return {
    sold: [...sold, soldOf('upgrade', upgrades)].filter(({ count, gross }) => count !== 0 || gross !== 0),
    days: days.map((each) => ({ day: dayText(each.day), ...dayOf(each.all, each.upgrades) })),
    earlier: isSome(earlier) ? dayOf(earlier, less(upgrades, shownUpgrades)) : null,
    reach,
  };
}

function soldOf(what: SoldMoney['what'], sums: MoneySums): SoldMoney {
  return { what, count: sums.total, ...figuresOf(sums) };
}

function dayOf(all: MoneySums, upgrades: MoneySums): Omit<DayMoney, 'day'> {
  return { tokens: all.total - upgrades.total, upgrades: upgrades.total, ...figuresOf(all) };
}

function figuresOf({ gross, refunded }: MoneySums): MoneyFigures {
  return { gross: toRupees(gross), refunded: toRupees(refunded), net: toRupees(gross - refunded) };
}

function plus(one: MoneySums, other: MoneySums): MoneySums {
  return {
    total: one.total + other.total,
    gross: one.gross + other.gross,
    refunded: one.refunded + other.refunded,
  };
}

function less(whole: MoneySums, part: MoneySums): MoneySums {
  return plus(whole, { total: -part.total, gross: -part.gross, refunded: -part.refunded });
}

function isSome({ total, gross, refunded }: MoneySums): boolean {
  return total !== 0 || gross !== 0 || refunded !== 0;
}

/** @param day IST days since 1 January 1970 */
function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
