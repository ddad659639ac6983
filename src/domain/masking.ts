import { ERASED_NAME } from './erased-customer.js';

/** `a•••@example.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '•••';
  return `${email.charAt(0)}•••${email.slice(at)}`;
}

/** `+91 •••••• 3210` */
export function maskPhone(phone: string): string {
  return `+91 •••••• ${phone.slice(-4)}`;
}

/** Enough for the holder of a link to see that it is theirs: the first name only. */
export function firstName(name: string): string {
  if (name === ERASED_NAME) return name;
  return name.trim().split(/\s+/)[0] ?? '';
}
