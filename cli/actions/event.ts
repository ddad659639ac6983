import type { EventData, EventUpdate, NewEvent } from '../../src/contracts/events.js';
import { Events, ProjectsModule } from '../../src/modules/projects/index.js';
import { withContext } from '../context.js';
import { CommandFailed, output, WrongUsage } from '../output.js';

interface Options {
  json?: boolean;
}
type SellerChange = Pick<EventUpdate, 'addSellers' | 'removeSellers'>;
type Fields = Omit<EventUpdate, 'sellers' | keyof SellerChange>;
interface Sellers {
  /** Emails. */
  seller?: string[];
  removeSeller?: string[];
}

export async function list({ json, project }: Options & { project?: string }): Promise<void> {
  const events = await withEvents((service) => service.list(project));
  if (json) return output.json(events);
  output.table(
    ['ID', 'PROJECT', 'NAME', 'FIRST DAY', 'LAST DAY', 'STATE', 'SELLERS'],
    events.map((event) => [
      event.id,
      event.project,
      event.name,
      event.firstDay ?? 'open',
      event.lastDay ?? 'open',
      event.state,
      sellersOf(event),
    ]),
  );
}

export async function show(id: string, { json }: Options): Promise<void> {
  const event = await withEvents((service) => service.get(id));
  if (json) return output.json(event);
  output.table(
    ['FIELD', 'VALUE'],
    [
      ['id', event.id],
      ['project', event.project],
      ['name', event.name],
      ['place', event.place ?? '(none)'],
      ['firstDay', event.firstDay ?? '(open)'],
      ['lastDay', event.lastDay ?? '(open)'],
      ['hours', event.hours ?? '(none)'],
      ['state', event.state],
      ['sellers', event.sellers.map(({ email }) => email).join(', ') || sellersOf(event)],
    ],
  );
}

export async function create(
  project: string,
  { json, seller = [], ...fields }: Options & Sellers & Omit<NewEvent, 'sellers'>,
): Promise<void> {
  const event = await withEvents(async (service) =>
    service.create(project, { ...fields, sellers: await idsOf(service, seller) }),
  );
  if (json) output.json(event);
  else output.note(`Made event ${event.id}, ${event.name}.`);
}

export async function update(id: string, options: Options & Sellers & Fields & { dryRun?: boolean }): Promise<void> {
  const { json, dryRun = false, seller = [], removeSeller = [], ...fields } = options;
  if (Object.keys(fields).length + seller.length + removeSeller.length === 0)
    throw new WrongUsage('Name at least one field to change, such as --last-day');
  const changes = await withEvents(async (service) => {
    const changesSellers = seller.length + removeSeller.length > 0;
    const sellers = changesSellers ? await sellerChange(service, await service.get(id), seller, removeSeller) : {};
    return service.update(id, { ...fields, ...sellers }, { dryRun });
  });
  if (json) return output.json({ changes, written: !dryRun && changes.length > 0 });
  for (const { field, from, to } of changes) output.note(`${field}: ${from ?? '(none)'} → ${to ?? '(none)'}`);
  if (changes.length === 0) output.note('Nothing to change.');
  else output.note(dryRun ? 'Nothing was written (--dry-run).' : `Changed event ${id}.`);
}

/** The difference alone: whom somebody else assigns or takes out meanwhile stays so. */
async function sellerChange(
  service: Events,
  { sellers }: EventData,
  added: string[],
  removed: string[],
): Promise<SellerChange> {
  const gone = new Set(removed.map((email) => email.toLowerCase()));
  const leavers = sellers.filter(({ email }) => gone.has(email.toLowerCase()));
  if (leavers.length < gone.size) throw new CommandFailed('Not every seller to remove sells in it.');
  return { addSellers: await idsOf(service, added), removeSellers: leavers.map(({ id }) => id) };
}

async function idsOf(service: Events, emails: string[]): Promise<string[]> {
  const sellers = emails.length > 0 ? await service.assignable() : [];
  return emails.map((email) => {
    const seller = sellers.find((known) => known.email.toLowerCase() === email.toLowerCase());
    if (!seller) throw new CommandFailed(`${email} is no seller with an active account.`);
    return seller.id;
  });
}

/** The default event is everybody's who is assigned to none. */
function sellersOf({ isDefault, sellers }: EventData): string {
  return isDefault && sellers.length === 0 ? 'everybody else' : String(sellers.length);
}

function withEvents<T>(work: (service: Events) => Promise<T>): Promise<T> {
  return withContext({ imports: () => [ProjectsModule] }, (context) => work(context.get(Events)));
}
