import { ROUTES } from '../../src/contracts/routes';

/** Stands in for the form while there is no network. */
const OFFLINE_FORM = `${ROUTES.customerForm}/offline`;

/** The login page that leads back to a page, if the server finds it open to who signs in. @param path with its query */
export function signInPath(path: string): string {
  const [page = ''] = path.split('?');
  // The login page itself, with the way back that it knows.
  if (page === ROUTES.home || page === ROUTES.login) return path;
  const next = page === OFFLINE_FORM ? ROUTES.customerForm : path;
  return `${ROUTES.home}?next=${encodeURIComponent(next)}`;
}
