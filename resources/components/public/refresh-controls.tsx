import { waitIn } from '../../../src/contracts/wait';
import { useWords } from './use-words';

interface Props {
  /** This page's own address. */
  href: string;
  /** The page looks again by itself every so many seconds; null when it does not. */
  everySeconds: number | null;
  /** Off where another clock already tells when the bank is asked. */
  hasClock?: boolean;
}

/** Without the script there is a plain link in the button's place, of the same size, so that nothing moves. */
export function RefreshControls({ href, everySeconds, hasClock = true }: Props) {
  const words = useWords();
  return (
    <div className="pub-refresh">
      <div className="pub-refresh-row">
        <div className="pub-swap">
          <a className="pub-button pub-button-second no-js-only" href={href}>
            {words.refresh}
          </a>
          <button type="button" className="pub-button pub-button-second js-only" data-check="">
            {words.payment.checkStatus}
          </button>
        </div>
        {everySeconds !== null && (
          <button type="button" role="switch" aria-checked="true" className="pub-switch js-only" data-auto="">
            <span className="pub-switch-track" aria-hidden="true" />
            {words.payment.autoRefresh}
          </button>
        )}
      </div>
      {everySeconds !== null && hasClock && (
        <p className="pub-clock pub-muted js-only" data-clock="">
          {words.script.nextCheck(waitIn(words.script.waits, everySeconds))}
        </p>
      )}
      <p className="pub-check-result" role="status" data-check-result="" />
    </div>
  );
}
