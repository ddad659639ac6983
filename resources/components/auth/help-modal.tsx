import { useSharedProps } from '../../hooks/use-shared-props';
import { telHref } from '../../lib/format';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';
import { MailIcon, PhoneIcon, PinIcon } from '../ui/icons';
import classes from './help-modal.module.css';

const ISSUES: readonly { title: string; advice: string }[] = [
  {
    title: 'Forgot password',
    advice: 'Use the link below the login button, or ask an administrator. A password itself is never sent by message.',
  },
  {
    title: 'Account access issues',
    advice:
      'After several wrong attempts, wait a few minutes and try again. A disabled account is opened by an administrator.',
  },
  {
    title: 'Email not working',
    advice: 'Use the work email that your account was made with, without spaces around it.',
  },
];

export default function HelpModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { app } = useSharedProps();
  return (
    <Modal opened={opened} onClose={onClose} title="Need help?">
      <h3 className={classes.heading}>Common Issues</h3>
      <dl className={classes.issues}>
        {ISSUES.map(({ title, advice }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{advice}</dd>
          </div>
        ))}
      </dl>
      <h3 className={classes.heading}>Contact support</h3>
      <address className={classes.contact}>
        <a href={telHref(app.supportPhone)}>
          <PhoneIcon />
          {app.supportPhone}
        </a>
        <a href={`mailto:${app.supportEmail}`}>
          <MailIcon />
          {app.supportEmail}
        </a>
        <p>
          <PinIcon />
          {app.officeAddress}
        </p>
      </address>
      <Button variant="default" fullWidth onClick={onClose}>
        Close
      </Button>
    </Modal>
  );
}
