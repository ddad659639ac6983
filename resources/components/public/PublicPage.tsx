import { Head } from '@inertiajs/react';
import type { ReactNode } from 'react';
import type { SharedProps } from '../../../src/contracts/pages';
import { API } from '../../../src/contracts/routes';
import type { PublicConfig } from '../../public/config';
import '../../styles/public.css';
import { Footer } from './Footer';
import { Logo } from './Logo';
import { useEnhancement } from './use-enhancement';

interface Props {
  app: SharedProps['app'];
  title: string;
  script?: Pick<PublicConfig, 'payment' | 'verify' | 'receipt'>;
  /** Room is kept at the foot for the bar with the pay button. */
  hasBar?: boolean;
  children: ReactNode;
}

/** The frame of every customer page: who asks, the matter itself, how to reach somebody. */
export function PublicPage({ app, title, script, hasBar = false, children }: Props) {
  useEnhancement();
  const config: PublicConfig = { pageViewUrl: API.pageView, ...script };
  return (
    <div className={hasBar ? 'pub pub-has-bar' : 'pub'} data-public={JSON.stringify(config)}>
      <Head title={`${title} · ${app.companyName}`}>
        <meta name="robots" content="noindex" head-key="robots" />
      </Head>
      <header>
        {app.sandbox && <p className="pub-ribbon">Sandbox – no real money</p>}
        <div className="pub-head">
          <Logo companyName={app.companyName} />
          <span className="pub-company">{app.companyName}</span>
        </div>
      </header>
      <main className="pub-main">{children}</main>
      <Footer app={app} />
      <div className="pub-toasts" role="status" aria-live="polite" data-toasts="" />
    </div>
  );
}
