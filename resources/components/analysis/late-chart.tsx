import { type ReactNode, useEffect, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { LoadPart } from '../../hooks/use-late-part';
import { Button } from '../ui/controls';
import { late } from '../ui/late';
import classes from './analysis.module.css';

const WAITING = <p className={classes.chartNote}>The chart is loading…</p>;

/** The charts are large: they are fetched here alone, and after the figures are on the screen. */
export const ManagersChart = lateChart(async () => ({ default: (await import('./charts')).ManagersChart }));
export const TrendChart = lateChart(async () => ({ default: (await import('./charts')).TrendChart }));
export const HoursChart = lateChart(async () => ({ default: (await import('./charts')).HoursChart }));

function lateChart<P extends object>(load: LoadPart<P>) {
  return late(load, {
    waiting: WAITING,
    missing: (retry) => (
      <div className={classes.chartNote} role="alert">
        <p>{MESSAGES.missingPart.chart}</p>
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      </div>
    ),
  });
}

interface LateChartProps {
  /** Bars of so many sellers: as high as they need, and scrolled once they are many. */
  bars?: number;
  children: ReactNode;
}

/** Holds the chart's place. */
export function LateChart({ bars, children }: LateChartProps) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  const chart = <div className={classes.chart}>{painted ? children : WAITING}</div>;
  if (bars === undefined) return chart;
  return (
    <div className={classes.bars} role="group" aria-label="Chart by sales manager" tabIndex={0}>
      <div className={classes.spacer} aria-hidden="true">
        {Array.from({ length: bars }, (_, index) => (
          <i key={index} />
        ))}
      </div>
      {chart}
    </div>
  );
}
