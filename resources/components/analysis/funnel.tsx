import type { AnalysisData } from '../../../src/contracts/analysis';
import { formatCount } from '../../lib/format';
import { Meter } from '../ui/meter';
import classes from './analysis.module.css';

const STEPS: readonly { key: keyof AnalysisData['funnel']; label: string }[] = [
  { key: 'created', label: 'Link created' },
  { key: 'opened', label: 'Opened by the customer' },
  { key: 'initiated', label: 'Sent to the bank' },
  { key: 'paid', label: 'Paid' },
];

function share(part: number, whole: number): string {
  return whole > 0 ? `${Math.round((part / whole) * 100)} %` : '–';
}

export function Funnel({ funnel }: { funnel: AnalysisData['funnel'] }) {
  return (
    <ol className={classes.steps}>
      {STEPS.map(({ key, label }, index) => {
        const before = STEPS[index - 1];
        return (
          <li key={key} className={classes.step}>
            <span className={classes.stepName}>{label}</span>
            <span className={classes.stepCount}>
              <strong>{formatCount(funnel[key])}</strong>{' '}
              {before && (
                <span className={classes.soft}>{share(funnel[key], funnel[before.key])} of the step before</span>
              )}
            </span>
            <Meter value={funnel[key]} max={funnel.created} size="lg" />
          </li>
        );
      })}
    </ol>
  );
}
