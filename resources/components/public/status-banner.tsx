import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

export type Tone = 'green' | 'amber' | 'blue' | 'red' | 'grey';

interface Props {
  tone: Tone;
  icon: IconName;
  title: string;
  children?: ReactNode;
}

/** The payment's state: icon, word and colour together. */
export function StatusBanner({ tone, icon, title, children }: Props) {
  return (
    <section className={`pub-status pub-tone-${tone}`} aria-labelledby="pub-status-title">
      <Icon name={icon} className="pub-status-icon" />
      <div className="pub-status-text">
        <h2 id="pub-status-title">{title}</h2>
        {children}
      </div>
    </section>
  );
}
