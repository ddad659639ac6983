import { DARK, LIGHT } from '../../../tokens';
import { Panel } from '../../ui/panel';
import classes from './gallery.module.css';

const SCHEMES = { Light: LIGHT, Dark: DARK } as const;

interface Swatch {
  name: string;
  colour: string;
}

interface ToneSwatch extends Swatch {
  tint: string;
  border: string;
}

function plainOf(scheme: typeof LIGHT): Swatch[] {
  return Object.entries(scheme).flatMap(([name, colour]) =>
    typeof colour === 'string' && name !== 'shadow' ? [{ name, colour }] : [],
  );
}

function tonesOf(scheme: typeof LIGHT): ToneSwatch[] {
  return Object.entries(scheme).flatMap(([name, tone]) =>
    typeof tone === 'string' ? [] : [{ name, colour: tone.text, tint: tone.tint, border: tone.border }],
  );
}

/** Both schemes side by side, whichever the page has. */
export function Colours() {
  return (
    <Panel title="Colours">
      <div className={classes.schemes}>
        {Object.entries(SCHEMES).map(([title, scheme]) => (
          <Scheme key={title} title={title} scheme={scheme} />
        ))}
      </div>
    </Panel>
  );
}

function Scheme({ title, scheme }: { title: string; scheme: typeof LIGHT }) {
  return (
    <section
      className={classes.scheme}
      aria-label={`${title} colours`}
      style={{ background: scheme.surface, color: scheme.text }}
    >
      <h3 className={classes.schemeTitle}>{title}</h3>
      <ul className={classes.swatches}>
        {plainOf(scheme).map(({ name, colour }) => (
          <li key={name} className={classes.swatch}>
            <span className={classes.patch} style={{ background: colour, borderColor: scheme.borderStrong }} />
            <span>{name}</span>
            <code>{colour}</code>
          </li>
        ))}
      </ul>
      <ul className={classes.tones}>
        {tonesOf(scheme).map(({ name, colour, tint, border }) => (
          <li key={name} className={classes.tone} style={{ background: tint, color: colour, borderColor: border }}>
            {name} ₹51,000
          </li>
        ))}
      </ul>
    </section>
  );
}
