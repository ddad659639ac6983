import type { ReactNode } from 'react';
import { useWords } from './use-words';

/** Below a link that has not been paid: for whoever comes back to it after paying. */
export function AlreadyPaid({ children }: { children: ReactNode }) {
  const { payment } = useWords();
  return (
    <section className="pub-card" aria-labelledby="pub-paid-title">
      <h2 id="pub-paid-title">{payment.alreadyPaid}</h2>
      {children}
    </section>
  );
}
