import { useCallback, useState } from 'react';

/**
 * A dialog whose code is fetched when it is first opened, and which stays to play its closing. It must mount closed and
 * open then: only so does it know where the focus was.
 */
export function useDialog() {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const open = useCallback(() => {
    setWanted(true);
    setOpened(true);
  }, []);
  const close = useCallback(() => setOpened(false), []);
  return { opened, wanted, open, close };
}
