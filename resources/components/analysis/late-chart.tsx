import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import classes from './analysis.module.css';

/** The charts are large: they are fetched here alone, and after the figures are on the screen. */
export const ManagersChart = lazy(() => import('./charts').then(({ ManagersChart: chart }) => ({ default: chart })));
export const HoursChart = lazy(() => import('./charts').then(({ HoursChart: chart }) => ({ default: chart })));

/** Holds the chart's place. Where its code cannot be had, the table below says all the same. */
export function LateChart({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className={classes.chart}>
      <Fallback>
        <Suspense fallback={<p className={classes.chartNote}>The chart is loading…</p>}>{painted && children}</Suspense>
      </Fallback>
    </div>
  );
}

class Fallback extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <p className={classes.chartNote}>The chart could not be loaded. The table below holds its figures.</p>;
  }
}
