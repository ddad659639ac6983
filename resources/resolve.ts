import type { ResolvedComponent } from '@inertiajs/react';

/** What a file under pages/ exports. */
export interface PageModule {
  default: ResolvedComponent;
}

const FOLDER = './pages/';

/** The component name of a page file: its path below pages/, without the ending. */
export function pageName(file: string): string {
  return file.slice(FOLDER.length, -'.tsx'.length);
}

/** @throws Error for a name that has no file */
export function findPage<T>(pages: Record<string, T>, name: string): T {
  const file = `${FOLDER}${name}.tsx`;
  const page = Object.hasOwn(pages, file) ? pages[file] : undefined;
  if (page === undefined) throw new Error(`Page not found: ${name}`);
  return page;
}

/** Pages for customers: server-rendered, small, without the staff side's providers. */
export function isPublicPage(name: string): boolean {
  return name.startsWith('Public/');
}

/** The customers' pages name the company themselves: that is whom they pay. */
export function pageTitle(title: string): string {
  if (title.includes(' · ')) return title;
  return title === '' ? 'TokenDesk' : `${title} · TokenDesk`;
}
