import type { ReactNode } from 'react';

interface Props {
  name: string;
  /** The value gets a line of its own. */
  wide?: boolean;
  children: ReactNode;
}

/** One row of a list of facts. */
export function Fact({ name, wide = false, children }: Props) {
  return (
    <div className={wide ? 'pub-fact pub-fact-wide' : 'pub-fact'}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
