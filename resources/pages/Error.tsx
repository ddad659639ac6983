import { Head } from '@inertiajs/react';
import type { PageProps } from '../../src/contracts/pages';
import { Identifier } from '../components/ui/identifier';
import { ProductMark } from '../components/ui/product-mark';
import { useFlashToasts } from '../hooks/use-flash-toasts';
import { useSharedProps } from '../hooks/use-shared-props';
import { PageFooter } from '../layouts/page-footer';
import classes from '../components/ui/error-page.module.css';

/** What the reader can do about it, where waiting or reloading helps. */
const HINTS: Readonly<Record<number, string>> = {
  403: 'If you need this page for your work, ask an administrator.',
  404: 'The address may be mistyped, or the record is not yours to see.',
  419: 'Nothing was saved or charged. Reload the page and do it once more.',
  429: 'Nothing was lost.',
  500: 'We have a note of it. Trying again is safe: nothing is charged twice.',
  503: 'This passes by itself. Try again in a moment.',
};
const RELOAD_HELPS: readonly number[] = [419, 429, 500, 502, 503];

export default function ErrorPage({ status, title, message, requestId, home }: PageProps['Error']) {
  const { app } = useSharedProps();
  useFlashToasts();
  const hint = HINTS[status];
  const reload = RELOAD_HELPS.includes(status);
  return (
    <div className={classes.page}>
      <Head title={title} />
      <main className={classes.main}>
        <ProductMark name={app.name} />
        <p className={classes.status}>{status}</p>
        <h1 className={classes.title}>{title}</h1>
        {!title.toLowerCase().includes(message.toLowerCase()) && <p>{message}</p>}
        {hint && hint !== message && <p className={classes.hint}>{hint}</p>}
        <div className={classes.actions}>
          {/* Not the library's buttons: this page also stands under customers' addresses, whose policy takes no style attribute. */}
          {reload && (
            <button type="button" className={classes.action} onClick={() => window.location.reload()}>
              Try again
            </button>
          )}
          {/* A full load: after a fault nothing of the old page is kept. */}
          <a href={home} className={classes.action} data-second={reload || undefined}>
            Go to the start page
          </a>
        </div>
        {requestId && (
          <p className={classes.reference}>
            Reference for support: <Identifier value={requestId} what="reference" />
          </p>
        )}
      </main>
      <PageFooter />
    </div>
  );
}
