import { Head } from '@inertiajs/react';
import type { ReactNode } from 'react';
import type { SharedProps } from '../../../src/contracts/pages';
import { API } from '../../../src/contracts/routes';
import type { PublicConfig } from '../../public/config';
import '../../styles/public.css';
import { Footer } from './footer';
import { LanguageSwitch } from './language-switch';
import { Logo } from './logo';
import { useEnhancement } from './use-enhancement';
import { useWords } from './use-words';
import { commonWords } from './words';

interface Props {
  app: SharedProps['app'];
  title: string;
  script?: Pick<PublicConfig, 'payment' | 'verify' | 'receipt'>;
  /** Room is kept at the foot for the bar with the pay button. */
  hasBar?: boolean;
  /** Off where no other page can be had. */
  hasSwitch?: boolean;
  children: ReactNode;
}

/** The frame of every customer page: who asks, the matter itself, how to reach somebody. */
export function PublicPage({ app, title, script, hasBar = false, hasSwitch = true, children }: Props) {
  useEnhancement();
  const words = useWords();
  const { frame } = words;
  const config: PublicConfig = { pageViewUrl: API.pageView, words: commonWords(words), ...script };
  return (
    <div className={hasBar ? 'pub pub-has-bar' : 'pub'} data-public={JSON.stringify(config)}>
      <Head title={`${title} · ${app.companyName}`}>
        <meta name="robots" content="noindex" head-key="robots" />
        {/* What a messenger shows of the link: who asks, and nothing of the person or the payment. */}
        <meta property="og:title" content={frame.secure(app.companyName)} head-key="og:title" />
        <meta property="og:description" content={frame.preview} head-key="og:description" />
        <meta property="og:image" content={`${app.origin}/build/social/payment.png`} head-key="og:image" />
        <meta property="og:type" content="website" head-key="og:type" />
      </Head>
      <header>
        {app.sandbox && <p className="pub-ribbon">{frame.sandbox}</p>}
        <div className="pub-head">
          <Logo app={app} />
          <span className="pub-company">{app.companyName}</span>
          {hasSwitch && <LanguageSwitch />}
        </div>
      </header>
      <main className="pub-main">{children}</main>
      <Footer app={app} />
      <div className="pub-toasts" role="status" aria-live="polite" data-toasts="" data-dismiss={words.script.dismiss} />
    </div>
  );
}
