import type { SharedProps } from '../../../src/contracts/pages';

interface Props {
  app: SharedProps['app'];
}

export function PhoneLink({ app }: Props) {
  return (
    <a className="pub-link pub-nowrap" href={`tel:${app.supportPhone.replace(/[^+\d]/g, '')}`}>
      {app.supportPhone}
    </a>
  );
}

export function MailLink({ app }: Props) {
  return (
    <a className="pub-link" href={`mailto:${app.supportEmail}`}>
      {app.supportEmail}
    </a>
  );
}
