import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { Refusal } from '../../runtime/refusal.js';

export function staffEmailTaken(email: string): Refusal {
  return new Refusal('STAFF_EMAIL_TAKEN', {
    message: `There is already an account with the email ${email}.`,
    details: { email: 'There is already an account with this email.' },
  });
}

/** Of somebody who is signed in. @param field as the form calls it */
export function passwordWrong(field: 'password' | 'currentPassword'): Refusal {
  return new Refusal('PASSWORD_WRONG', { details: { [field]: OFFICE_MESSAGES.account.passwordWrong } });
}

/** The new password is the current one. @param field as the form calls it */
export function passwordUnchanged(field: string): Refusal {
  const message = OFFICE_MESSAGES.account.passwordUnchanged;
  return new Refusal('PASSWORD_TOO_WEAK', { message, details: { [field]: message } });
}
