import type { ReactNode } from 'react';
import type { TestProblem } from '../../hooks/use-test-run';
import { Callout } from '../ui/callout';
import { Panel } from '../ui/panel';
import classes from './testing.module.css';

interface TestPanelProps {
  title: string;
  hint: string;
  problem?: TestProblem | null;
  /** The form or button that starts it. */
  start?: ReactNode;
  children?: ReactNode;
}

/** One test: what it does, the way to start it, and below what came of it. */
export function TestPanel({ title, hint, problem, start, children }: TestPanelProps) {
  return (
    <Panel title={title}>
      <div className={classes.body}>
        <p className={classes.hint}>{hint}</p>
        {start}
        {problem && (
          <Callout tone="error" title={problem.text}>
            {problem.details.map((detail) => (
              <p key={detail}>{detail}</p>
            ))}
          </Callout>
        )}
        {children && <div className={classes.result}>{children}</div>}
      </div>
    </Panel>
  );
}
