import { useMediaQuery } from '../../hooks/use-media-query';
import { pageMarks } from '../../lib/page-numbers';
import { BREAKPOINTS } from '../../tokens';
import { ChevronLeftIcon, ChevronRightIcon } from './icons';
import classes from './pagination.module.css';

const NARROW_SIZE = 3;
const WIDE_SIZE = 5;

interface PaginationProps {
  /** What is paged: "Customers". */
  label: string;
  current: number;
  total: number;
  onPage: (page: number) => void;
}

export function Pagination({ label, current, total, onPage }: PaginationProps) {
  const wide = useMediaQuery(`(min-width: ${BREAKPOINTS.pagination}px)`, true);
  if (total <= 1) return null;
  return (
    <nav className={classes.pages} aria-label={`${label} pages`}>
      <button
        type="button"
        className={classes.page}
        aria-label="Previous page"
        disabled={current <= 1}
        onClick={() => onPage(current - 1)}
      >
        <ChevronLeftIcon />
      </button>
      {pageMarks(current, total, wide ? WIDE_SIZE : NARROW_SIZE).map((mark) =>
        typeof mark === 'number' ? (
          <button
            key={mark}
            type="button"
            className={classes.page}
            aria-label={`Page ${mark}`}
            aria-current={mark === current ? 'page' : undefined}
            onClick={() => onPage(mark)}
          >
            {mark}
          </button>
        ) : (
          <span key={mark} className={classes.gap} aria-hidden="true">
            …
          </span>
        ),
      )}
      <button
        type="button"
        className={classes.page}
        aria-label="Next page"
        disabled={current >= total}
        onClick={() => onPage(current + 1)}
      >
        <ChevronRightIcon />
      </button>
    </nav>
  );
}
