import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { LoadPart } from '../../hooks/use-late-part';
import { late } from '../ui/late';
import classes from './analysis.module.css';

const WAITING = <p className={classes.chartNote}>The chart is loading…</p>;

/** The charts are large: they are fetched here alone, and after the figures are on the screen. */
export const ManagersChart = lateChart(async () => ({ default: (await import('./charts')).ManagersChart }));
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

/** Holds the chart's place. */
export function LateChart({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return <div className={classes.chart}>{painted ? children : WAITING}</div>;
}
