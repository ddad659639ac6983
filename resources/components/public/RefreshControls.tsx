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
  return (
    <div className="pub-refresh">
      <div className="pub-refresh-row">
        <div className="pub-swap">
          <a className="pub-button pub-button-second no-js-only" href={href}>
            Refresh
          </a>
          <button type="button" className="pub-button pub-button-second js-only" data-check="">
            Check status
          </button>
        </div>
        {everySeconds !== null && (
          <button type="button" role="switch" aria-checked="true" className="pub-switch js-only" data-auto="">
            <span className="pub-switch-track" aria-hidden="true" />
            Auto-refresh
          </button>
        )}
      </div>
      {everySeconds !== null && hasClock && (
        <p className="pub-clock pub-muted js-only" data-clock="">
          Next check in {everySeconds} s
        </p>
      )}
      <p className="pub-check-result" role="status" data-check-result="" />
    </div>
  );
}
