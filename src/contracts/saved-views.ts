/** Filters of the admin's list under a name. */
export interface SavedView {
  /** Public id of the view. */
  id: string;
  /** Name, one line. */
  name: string;
  /** The filters and the order as they stand in the list's address, without search and page, e.g. `status=failed`. */
  query: string;
  /** True when every admin sees it. */
  isShared: boolean;
  /** True when the reader made it, and may change it. */
  isOwn: boolean;
  /** Name of who made it. */
  owner: string;
}

/** The reader's own views, then those that others share. */
export interface SavedViewList {
  views: SavedView[];
}

/** A new view. */
export interface SaveViewRequest {
  name: string;
  query: string;
  isShared?: boolean;
}

/** What is left out stays as it is. */
export type ChangeViewRequest = Partial<SaveViewRequest>;

export const VIEW_LIMITS = {
  /** Views of one admin. */
  own: 20,
  /** Shared views of all admins together. */
  shared: 40,
  nameLength: 40,
} as const;
