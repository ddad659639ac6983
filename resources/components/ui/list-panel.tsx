import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import { useDelayed } from '../../hooks/use-delayed';
import type { ListVisit } from '../../hooks/use-list-visit';
import { formatCount } from '../../lib/format';
import { EmptyState, type EmptyStateProps } from './empty-state';
import { ErrorState } from './error-state';
import { Callout } from './callout';
import classes from './list-panel.module.css';
import { Pagination } from './pagination';
import { SkeletonRows } from './skeleton-rows';

/** Faster answers show no skeleton: a flash of grey reads as a fault. */
const SKELETON_AFTER_MS = 150;

interface ListPanelProps {
  title: string;
  /** Beside the title: how fresh the list is. */
  note?: ReactNode;
  toolbar: ReactNode;
  list: ListVisit;
  count: number;
  total: number;
  /** There are more than `total`: nobody counted further. */
  totalIsCapped?: boolean;
  pages: { current: number; total: number; onPage: (page: number) => void };
  /** Rows on a full page, so that the skeleton has the height of what comes. */
  pageSize: number;
  /** Chooses it. */
  sizes?: ReactNode;
  /** Its rows are those of a dense table. */
  dense?: boolean;
  empty: EmptyStateProps;
  children: ReactNode;
}

/** A list with its filters, and every state that it can be in. */
export function ListPanel(props: ListPanelProps) {
  const { title, note, toolbar, list, count, total, totalIsCapped = false, pages, pageSize, empty, children } = props;
  const { sizes, dense = false } = props;
  const filters = useRef<HTMLDivElement>(null);
  useHeight(filters, dense);
  const id = useId();
  const waiting = useDelayed(list.loading, SKELETON_AFTER_MS);
  const { problem } = list;
  const throttled = problem?.kind === 'throttled';

  let body = children;
  if (problem?.kind === 'failed' && !problem.quiet) {
    body = <ErrorState message={problem.message} onRetry={list.retry} />;
  } else if (throttled && !problem.quiet) {
    body = null;
  } else if (waiting) {
    body = <SkeletonRows rows={count || pageSize} dense={dense} />;
  } else if (count === 0) {
    body = <EmptyState {...empty} />;
  }

  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {note}
      </div>
      <div ref={filters} className={classes.toolbar} data-stays={dense || undefined}>
        {toolbar}
      </div>
      {throttled && (
        <div className={classes.notice}>
          <Callout tone="warning">
            {/* Read aloud once, without the seconds that are counted down. */}
            <span className="td-hidden">Too many requests.</span>
            <span aria-hidden="true">{MESSAGES.dashboard.throttled(problem.seconds)}</span> The list then loads by
            itself.
          </Callout>
        </div>
      )}
      {body}
      <footer className={classes.foot}>
        <p aria-live="polite" className={classes.count}>
          {list.loading && 'Loading…'}
          {!list.loading && body !== null && `${formatCount(total)}${totalIsCapped ? '+' : ''} in all`}
        </p>
        {sizes}
        <Pagination label={title} current={pages.current} total={pages.total} onPage={pages.onPage} />
      </footer>
    </section>
  );
}

/** The headers of a long list stay below its filters, which are as tall as their number and the window make them. */
function useHeight(filters: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    const bar = filters.current;
    if (!bar || !isWanted) return;
    const observer = new ResizeObserver(() =>
      bar.parentElement?.style.setProperty('--list-filters', `${bar.offsetHeight}px`),
    );
    observer.observe(bar);
    return () => observer.disconnect();
  }, [filters, isWanted]);
}

/** Tabs and chips: on a phone one row that is pushed sideways. */
export function ToolbarRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
