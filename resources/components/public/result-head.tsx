import { Icon, type IconName } from './icon';
import type { Tone } from './status-banner';

/** The head of a page that has one thing to say. */
export function ResultHead({ tone, icon, title }: { tone: Tone; icon: IconName | 'spinner'; title: string }) {
  return (
    <div className="pub-result">
      <span className={`pub-result-icon pub-tone-${tone}`}>
        {icon === 'spinner' ? <span className="pub-spinner" aria-hidden="true" /> : <Icon name={icon} />}
      </span>
      <h1>{title}</h1>
    </div>
  );
}
