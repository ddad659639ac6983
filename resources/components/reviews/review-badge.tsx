import { router } from '@inertiajs/react';
import { useEffect, useState } from 'react';
import type { ReviewCount } from '../../../src/contracts/reviews';
import { API } from '../../../src/contracts/routes';
import { api } from '../../lib/api';
import { formatCount } from '../../lib/format';
import classes from './review.module.css';

const QUEUE = 'Admin/Review';

/** How many reviews wait for an admin: asked for beside the page, so that no page waits for it, and again with each page. */
export function ReviewBadge() {
  const [open, setOpen] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const load = () => {
      api
        .get<ReviewCount>(API.reviewCount, { signal: controller.signal })
        .then(({ data }) => setOpen(data.open))
        // A number that could not be had is no news; the next page asks again.
        .catch(() => undefined);
    };
    load();
    let background = false;
    const stops = [
      // A list that is read again by itself has decided nothing, unless it is the queue's own.
      router.on('start', ({ detail }) => {
        background = detail.visit.async;
      }),
      router.on('success', ({ detail }) => {
        if (!background || detail.page.component === QUEUE) load();
      }),
    ];
    return () => {
      stops.forEach((stop) => stop());
      controller.abort();
    };
  }, []);
  if (open === 0) return null;
  return (
    <span className={classes.badge}>
      {formatCount(open)}
      <span className="td-hidden"> open</span>
    </span>
  );
}
