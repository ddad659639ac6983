import { formatPhone, telHref } from '../../lib/format';
import classes from './text.module.css';

/** A customer's number, dialled by a tap. @param of names whom it calls */
export function PhoneLink({ phone, of }: { phone: string; of: string }) {
  return (
    <a className={classes.phone} href={telHref(phone)} aria-label={`Call ${of}, ${formatPhone(phone)}`}>
      {formatPhone(phone)}
    </a>
  );
}
