import { type LiveListOptions, useLiveList } from '../../hooks/use-live-list';

/** Keeps the list beside it up to date. What it learns of the connection concerns nobody else, so the page is not rendered for that. */
export function LiveList(options: LiveListOptions) {
  useLiveList(options);
  return null;
}
