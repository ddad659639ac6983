import type { SharedProps } from '../../../src/contracts/pages';
import { MailLink, PhoneLink } from './contact';
import { useWords } from './use-words';

export function Footer({ app }: { app: SharedProps['app'] }) {
  const { frame } = useWords();
  return (
    <footer className="pub-foot">
      <p className="pub-foot-name">{app.companyName}</p>
      <p className="pub-foot-contact">
        {frame.questions}
        <PhoneLink app={app} />
        <MailLink app={app} />
      </p>
      <address className="pub-foot-address">{app.officeAddress}</address>
    </footer>
  );
}
