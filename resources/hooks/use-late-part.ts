import { type ComponentType, useCallback, useEffect, useState } from 'react';

export type LoadPart<P> = () => Promise<{ default: ComponentType<P> }>;

const fetched = new WeakMap<object, unknown>();

/**
 * A part of the page whose code is fetched when it is first wanted. Where it cannot be had it is missing until it is asked
 * for again, which coming online does by itself.
 * @param load the same function each time
 */
export function useLatePart<P>(load: LoadPart<P>, wanted = true) {
  const [, setArrivals] = useState(0);
  const [tries, setTries] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const Part = fetched.get(load) as ComponentType<P> | undefined;

  useEffect(() => {
    if (!wanted || fetched.has(load)) return;
    let isGone = false;
    load().then(
      (module) => {
        fetched.set(load, module.default);
        if (!isGone) setArrivals((number) => number + 1);
      },
      () => {
        if (!isGone) setMissing(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [load, wanted, tries]);

  const retry = useCallback(() => {
    setMissing(false);
    setTries((number) => number + 1);
  }, []);
  useEffect(() => {
    if (!isMissing) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isMissing, retry]);

  return { Part, isMissing, retry };
}
