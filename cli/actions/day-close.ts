import { type DayCloseData, type DayPlaceRow, type DayRow, FIGURE_LABELS } from '../../src/contracts/day-close.js';
import { COUNTED, type Counted } from '../../src/domain/settlement/day-figures.js';
import { istMoment } from '../../src/domain/calendar/ist-time.js';
import { formatInr } from '../../src/domain/money/money.js';
import { DayCloseService, DayCloseModule } from '../../src/modules/day-close/index.js';
import { withContext } from '../context.js';
import { dayFrom } from '../day.js';
import { CommandFailed, output } from '../output.js';
import { chosenByFlags, type ProjectFlags } from '../project-filter.js';

interface Options extends ProjectFlags {
  date?: string;
  show?: boolean;
  json?: boolean;
}

export async function dayClose({ date, show, json, ...flags }: Options): Promise<void> {
  const day = dayFrom('--date', date);
  await withContext({ imports: () => [DayCloseModule.forRoot({ http: false })] }, async (context) => {
    const desk = context.get(DayCloseService);
    const chosen = await chosenByFlags(flags, context);
    const data = show ? await desk.day({ day, ...chosen }, null) : (await desk.close(day, null, { ...chosen })).data;
    if (json) output.json(data);
    else print(data);
    if (data.closing && !data.closing.isIntact)
      throw new CommandFailed('The stored figures are not those that were closed: somebody has changed the database.');
  });
}

const FIGURES = [...COUNTED.map((name) => FIGURE_LABELS[name]), 'Net'];

const rupees = (amount: number) => formatInr(Math.round(amount * 100));

function figuresOf(row: DayRow | DayPlaceRow): string[] {
  const cell = (name: Counted) => (name === 'gross' || name === 'refunded' ? rupees(row[name]) : String(row[name]));
  return [...COUNTED.map(cell), rupees(row.net)];
}

function print({ day, rows, total, places, closing }: DayCloseData): void {
  output.table(
    ['Seller', 'Tier', ...FIGURES],
    [...rows, total].map((row) => [row.seller, row.tokenType ?? '', ...figuresOf(row)]),
  );
  if (places && places.length > 0)
    output.table(
      ['Project', 'Event', ...FIGURES],
      places.map((row) => [row.project, row.event, ...figuresOf(row)]),
    );
  if (!closing) return output.note(`${day} is not closed.`);
  output.note(`${day} was closed on ${istMoment(closing.closedAt)} by ${closing.closedBy}, SHA-256 ${closing.hash}`);
  if (closing.changes.length === 0) return output.note('Unchanged since closing.');
  for (const { seller, tokenType, label, before, after, soldIn } of closing.changes)
    output.note(
      `since then: ${seller}, ${tokenType},${soldIn ? ` ${soldIn.event},` : ''} ${label}: ${before} -> ${after}`,
    );
}
