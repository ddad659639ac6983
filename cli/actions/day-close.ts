import { type DayCloseData, FIGURE_LABELS } from '../../src/contracts/day-close.js';
import { COUNTED } from '../../src/domain/settlement/day-figures.js';
import { istMoment } from '../../src/domain/calendar/ist-time.js';
import { formatInr } from '../../src/domain/money/money.js';
import { DayCloseService, DayCloseModule } from '../../src/modules/day-close/index.js';
import { withContext } from '../context.js';
import { dayFrom } from '../day.js';
import { CommandFailed, output } from '../output.js';

interface Options {
  date?: string;
  show?: boolean;
  json?: boolean;
}

export async function dayClose({ date, show, json }: Options): Promise<void> {
  const day = dayFrom('--date', date);
  await withContext({ imports: () => [DayCloseModule.forRoot({ http: false })] }, async (context) => {
    const desk = context.get(DayCloseService);
    const data = show ? await desk.day(day) : (await desk.close(day)).data;
    if (json) output.json(data);
    else print(data);
    if (data.closing && !data.closing.isIntact)
      throw new CommandFailed('The stored figures are not those that were closed: somebody has changed the database.');
  });
}

function print({ day, rows, total, closing }: DayCloseData): void {
  const rupees = (amount: number) => formatInr(Math.round(amount * 100));
  const cells = (row: (typeof rows)[number]) => [
    row.seller,
    row.tokenType ?? '',
    ...COUNTED.map((name) => (name === 'gross' || name === 'refunded' ? rupees(row[name]) : String(row[name]))),
    rupees(row.net),
  ];
  output.table(['Seller', 'Tier', ...COUNTED.map((name) => FIGURE_LABELS[name]), 'Net'], [...rows, total].map(cells));
  if (!closing) return output.note(`${day} is not closed.`);
  output.note(`${day} was closed on ${istMoment(closing.closedAt)} by ${closing.closedBy}, SHA-256 ${closing.hash}`);
  if (closing.changes.length === 0) return output.note('Unchanged since closing.');
  for (const { seller, tokenType, label, before, after } of closing.changes)
    output.note(`since then: ${seller}, ${tokenType}, ${label}: ${before} -> ${after}`);
}
