import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { BankHolidays, CalendarModule } from '../../src/modules/calendar/index.js';
import { withContext } from '../context.js';
import { dayFrom } from '../day.js';
import { CommandFailed, output } from '../output.js';

interface Options {
  json?: boolean;
}

export async function list({ json }: Options): Promise<void> {
  const { holidays } = await withHolidays((service) => service.list());
  if (json) output.json(holidays);
  else
    output.table(
      ['DAY', 'NAME'],
      holidays.map(({ day, name }) => [day, name]),
    );
}

export async function add(day: string, name: string, { json }: Options): Promise<void> {
  const holiday = { day: dayFrom('<day>', day), name };
  const { holidays } = await withHolidays((service) => service.add(holiday));
  if (json) output.json(holidays);
  else output.note(`Added ${holiday.day}.`);
}

export async function remove(given: string, { json }: Options): Promise<void> {
  const day = dayFrom('<day>', given);
  const { holidays } = await withHolidays((service) => service.remove(day));
  if (json) output.json(holidays);
  else output.note(`Removed ${day}.`);
}

export async function importFile(file: string, { json }: Options): Promise<void> {
  const content = await contentOf(file);
  const result = await withHolidays((service) => service.importFile(content));
  if ('faults' in result) {
    const lines = result.faults.map(({ line, message }) => `line ${line}: ${message}`);
    throw new CommandFailed(['Nothing was imported.', ...lines].join('\n'));
  }
  if (json) output.json(result);
  else output.note(`${result.added} added, ${result.known} listed already.`);
}

async function contentOf(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}

function withHolidays<T>(work: (service: BankHolidays) => Promise<T>): Promise<T> {
  return withContext({ imports: () => [CalendarModule] }, (context) => work(context.get(BankHolidays)));
}
