import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** The customers' side: the one script of its documents, and the pages themselves. And what the client's entry reaches. */
const [SCRIPT, CUSTOMERS, ENTRY] = ['script', 'customers', 'entry'];
const CLIENT_ENTRY = resolve('resources/app.tsx');
const PAGES = resolve('resources/pages');
/** On which staff spend their day: what they are made of is loaded with the first page, the page of sign-in among them. */
const LISTS = ['Dashboard/Index.tsx', 'Admin/Dashboard.tsx', 'Transactions/Index.tsx'].map((page) => join(PAGES, page));
/** Between which a seller goes all day. */
const SELLING = ['Customers/New.tsx', 'Sales/Show.tsx'].map((page) => join(PAGES, page));
/** What so many staff pages start with is loaded with the first of them. */
const STAFF_PAGES = 4;

const FRAMEWORK =
  /node_modules[\\/](react|react-dom|scheduler|@inertiajs|es-toolkit)[\\/]|laravel-precognition|preload-helper|rolldown[\\/]runtime/;
const DAY_FIELDS =
  /[\\/](?:components[\\/]dates[\\/]day-(?:input|range-inputs)|domain[\\/]calendar[\\/]typed-day|contracts[\\/]messages-days)\./;
/** Words, paths and rules: they have no styles, so customers' pages may have them too. */
const CONTRACTS = /[\\/]src[\\/](contracts|domain)[\\/]/;

/**
 * How the client is cut: few files, since each is a request and small ones compress badly. A staff page starts with the framework,
 * what staff pages have in common (in one file with the entry), and its own. Dialogs, menus and charts are loaded when they are first
 * used and have no say in it. What customers' pages are made of is left as it is, so that neither side carries the other's styles.
 *
 * No file may need another that needs it: its code would run before what it calls is there. A module is reached by every page that
 * reaches what imports it, so a file for more pages never needs one for fewer (`test/browser/page-bytes.spec.ts` looks for circles).
 */
export function chunkGroups() {
  const pagesOf = pageSets();
  const name = (id: string, graph: Graph): string | null => {
    if (FRAMEWORK.test(id)) return 'framework';
    return id.includes('node_modules') ? null : ownFile(id, pagesOf(graph).get(id) ?? []);
  };
  return [{ name, debugName: 'staff', includeDependenciesRecursively: false }];
}

/** @param reachedBy the pages that cannot start without the module */
function ownFile(id: string, reachedBy: string[]): string | null {
  const pages = reachedBy.filter((page) => page !== ENTRY);
  // A list asks for both ends of a range right after its first paint: one request.
  if (reachedBy.length === 0 && DAY_FIELDS.test(id)) return 'days';
  if (reachedBy.length === 0 || reachedBy.includes(SCRIPT)) return null;
  // Only the office's screens speak these; the lists of sales start without them.
  if (id.endsWith('contracts/messages-office.ts')) return 'office';
  const isPartOf = (some: string[]) => some.some((page) => page !== id && pages.includes(page));
  const isCommon = reachedBy.includes(ENTRY) || pages.length >= STAFF_PAGES || isPartOf(LISTS);
  if (isCommon && CONTRACTS.test(id)) return 'framework';
  if (pages.includes(CUSTOMERS)) return null;
  if (isCommon) return 'staff';
  if (isPartOf(SELLING)) return 'selling';
  return pages.length === 1 ? null : `shared-${createHash('sha256').update(pages.join()).digest('hex').slice(0, 6)}`;
}

/** Module → the pages that cannot start without it. */
function pageSets(): (graph: Graph) => Map<string, string[]> {
  let sets: Map<string, string[]> | undefined;
  return (graph) => {
    if (sets) return sets;
    sets = new Map();
    add(sets, graph, SCRIPT, [resolve('resources/public.ts')]);
    add(sets, graph, CUSTOMERS, filesIn('Public'));
    add(sets, graph, ENTRY, [CLIENT_ENTRY]);
    for (const folder of readdirSync(PAGES)) {
      if (folder === 'Public') continue;
      for (const file of folder.endsWith('.tsx') ? [join(PAGES, folder)] : filesIn(folder))
        add(sets, graph, file, [file]);
    }
    return sets;
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(join(PAGES, folder))
    .filter((name) => name.endsWith('.tsx'))
    .sort()
    .map((name) => join(PAGES, folder, name));
}

function add(sets: Map<string, string[]>, graph: Graph, page: string, roots: string[]): void {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  for (const id of reached) sets.set(id, [...(sets.get(id) ?? []), page]);
}
