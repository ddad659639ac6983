import { useEffect, useState } from 'react';

/** True once the condition has held for a while; false at once when it ends. */
export function useDelayed(condition: boolean, delayMs: number): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setHeld(true), delayMs);
    return () => {
      clearTimeout(timer);
      setHeld(false);
    };
  }, [condition, delayMs]);
  return held && condition;
}
