const changes = new Set<Promise<void>>();

interface AddressChange {
  /** Resolves when the changes that were under way already are made. */
  before: Promise<unknown>;
  /** To be called when this one is made, or was given up. */
  done: () => void;
}

/**
 * Says that the page's address is about to change. The client writes a new address some steps after it was asked to; a
 * request made in between would be for the old one, and its answer would bring that back.
 */
export function changeAddress(): AddressChange {
  const before = Promise.all(changes);
  let done: () => void = () => undefined;
  const change = new Promise<void>((resolve) => {
    done = resolve;
  });
  changes.add(change);
  void change.then(() => changes.delete(change));
  return { before, done };
}

/** Runs a task that goes by the page's address: at once, or after the changes under way. */
export async function withAddressAtRest<T>(task: () => Promise<T>): Promise<T> {
  while (changes.size > 0) await Promise.all(changes);
  return task();
}
