import { FONT_SIZES, RADII, SIZES, SPACE } from '../../../tokens';
import { Panel } from '../../ui/panel';
import classes from './gallery.module.css';
import { Specimen } from './specimen';

export function Scales() {
  return (
    <Panel title="Type, space, radii, sizes">
      <div className={classes.body}>
        <Specimen title="Type" wide>
          {Object.entries(FONT_SIZES).map(([name, size]) => (
            <p key={name} className={classes.sample} style={{ fontSize: `${size / 16}rem` }}>
              {name} {size}: ₹1,00,000 paid for GO-000042 · ₹१,००,००० का भुगतान
            </p>
          ))}
        </Specimen>
        <Specimen title="Space">
          {Object.entries(SPACE).map(([name, size]) => (
            <span key={name} className={classes.measure}>
              <span className={classes.block} style={{ width: size, height: size }} />
              {name}: {size}
            </span>
          ))}
        </Specimen>
        <Specimen title="Radii">
          {Object.entries(RADII).map(([name, radius]) => (
            <span key={name} className={classes.measure}>
              <span className={classes.corner} style={{ borderRadius: radius }} />
              {name}: {radius}
            </span>
          ))}
        </Specimen>
        <Specimen title="Sizes">
          {Object.entries(SIZES).map(([name, size]) => (
            <span key={name} className={classes.measure}>
              {name}: {size}
            </span>
          ))}
        </Specimen>
      </div>
    </Panel>
  );
}
