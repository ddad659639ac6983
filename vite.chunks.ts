import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** The customers' side: the one script of its documents, and the pages themselves. And what the client's entry reaches. */
const [SCRIPT, CUSTOMERS, ENTRY] = ['script', 'customers', 'entry'];
const PAGES = resolve('resources/pages');
/** Dialogs, menus and what places them: many parts have it in common, and pages start without it. */
const OVERLAY =
  /[\\/](@floating-ui|react-remove-scroll(-bar)?|react-style-singleton|use-sidecar|use-callback-ref|tslib|get-nonce|ModalBase|Modal|ScrollArea|Overlay|FocusTrap|Popover|Menu|Floating|use-focus-trap|use-focus-return|use-debounced-callback)[\\/]/;

/** Pages, dialogs and other parts that are loaded by themselves. */
const WIDELY_USED = 14;
/** What so many staff pages start with is loaded once, with whichever of them comes first. */
const SHELL_PAGES = 4;

/** The effect at the end is needed on both sides of the entry, so it belongs to neither. */
const FRAMEWORK =
  /node_modules[\\/](react|react-dom|scheduler|@inertiajs|es-toolkit|laravel-precognition)[\\/]|preload-helper|rolldown[\\/]runtime|use-isomorphic-effect/;

/**
 * How the client is cut: the framework, the shell of the staff pages, and one file for each set of pages that start with the same
 * modules, in place of some fifty small ones that compress badly. Dialogs and charts, which are loaded later, have no say in it.
 * What customers' pages are made of is left as it is, so that neither side carries the other's styles.
 *
 * No file may need another that needs it: its code would run before what it calls is there. Every file may need the entry's, so
 * what the entry reaches stays with it, and in no file that needs it (`test/browser/page-bytes.spec.ts` looks for circles).
 */
export function chunkGroups() {
  const pagesOf = pageSets();
  const name = (id: string, graph: Graph): string | null => {
    const reachedBy = pagesOf(graph).get(id) ?? [];
    const pages = reachedBy.filter((page) => page !== ENTRY);
    if (pages.length === 0 || pages.includes(SCRIPT)) return null;
    // Only the office's screens speak these; the lists of sales start without them.
    if (id.endsWith('contracts/messages-office.ts')) return 'office';
    // Words and paths, without styles: all staff pages have them.
    if (/[\\/]src[\\/](contracts|domain)[\\/]/.test(id) && pages.length >= SHELL_PAGES) return 'contracts';
    if (pages.includes(CUSTOMERS) || reachedBy.includes(ENTRY)) return null;
    if (pages.length >= SHELL_PAGES) return 'shell';
    return pages.length === 1 ? null : `shared-${createHash('sha256').update(pages.join()).digest('hex').slice(0, 6)}`;
  };
  const own = { includeDependenciesRecursively: false };
  return [
    { ...own, name: 'framework', priority: 2, test: FRAMEWORK },
    {
      ...own,
      name: 'components',
      priority: 1,
      test: (id: string) => id.includes('node_modules') && !OVERLAY.test(id),
      minShareCount: WIDELY_USED,
    },
    { ...own, name, debugName: 'staff', priority: 1, test: (id: string) => !id.includes('node_modules') },
  ];
}

/** Module → the pages that cannot start without it. */
function pageSets(): (graph: Graph) => Map<string, string[]> {
  let sets: Map<string, string[]> | undefined;
  return (graph) => {
    if (sets) return sets;
    sets = new Map();
    add(sets, graph, SCRIPT, [resolve('resources/public.ts')]);
    add(sets, graph, CUSTOMERS, filesIn('Public'));
    add(sets, graph, ENTRY, [resolve('resources/app.tsx')]);
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
