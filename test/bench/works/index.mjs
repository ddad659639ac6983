// In the order of the table. A work with `onRequest` runs only when it is named.
import { browser } from './browser.mjs';
import { callbacks } from './callbacks.mjs';
import { dashboard } from './dashboard.mjs';
import { exporting } from './export.mjs';
import { filters } from './filters.mjs';
import { growth } from './growth.mjs';
import { lighthouse } from './lighthouse.mjs';
import { list } from './list.mjs';
import { mails } from './mails.mjs';
import { migration } from './migration.mjs';
import { mix } from './mix.mjs';
import { pages } from './pages.mjs';
import { paymentPage } from './payment-page.mjs';
import { poll } from './poll.mjs';
import { projects } from './projects.mjs';
import { rush } from './rush.mjs';
import { search } from './search.mjs';
import { start } from './start.mjs';
import { stats } from './stats.mjs';
import { workers } from './workers.mjs';

export const WORKS = [
  list,
  pages,
  filters,
  search,
  projects,
  dashboard,
  stats,
  exporting,
  paymentPage,
  callbacks,
  mails,
  poll,
  mix,
  migration,
  rush,
  workers,
  start,
  browser,
  lighthouse,
  growth,
];
