/** Payments of some projects, of none when the list is empty, and of one event; neither: of all. */
export interface EventScope {
  projectIds?: readonly number[];
  eventId?: number;
}
