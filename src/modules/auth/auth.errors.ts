import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';

export class LoginIncomplete extends Refusal {
  constructor() {
    super('invalid', 'LOGIN_INCOMPLETE', MESSAGES.login.missing);
  }
}

/** The same for an unknown e-mail, a wrong password and a disabled account. */
export class InvalidCredentials extends Refusal {
  constructor() {
    super('unauthenticated', 'INVALID_CREDENTIALS', MESSAGES.login.invalid);
  }
}

export class LoginThrottled extends Refusal {
  constructor(seconds: number) {
    super('throttled', 'LOGIN_THROTTLED', MESSAGES.login.throttled(seconds), { retryAfterSeconds: seconds });
  }
}

export class StaffNotFound extends Refusal {
  constructor() {
    super('not-found', 'STAFF_NOT_FOUND', 'There is no such staff account.');
  }
}

export class StaffEmailTaken extends Refusal {
  constructor(email: string) {
    super('conflict', 'STAFF_EMAIL_TAKEN', `There is already an account with the e-mail ${email}.`, {
      details: { email: 'There is already an account with this e-mail.' },
    });
  }
}

export class StaffEmailInvalid extends Refusal {
  constructor() {
    super('unprocessable', 'STAFF_EMAIL_INVALID', MESSAGES.form.email, { details: { email: MESSAGES.form.email } });
  }
}

export class StaffNameInvalid extends Refusal {
  constructor() {
    super('unprocessable', 'STAFF_NAME_INVALID', MESSAGES.form.nameShort, {
      details: { name: MESSAGES.form.nameShort },
    });
  }
}

export class LastActiveAdmin extends Refusal {
  constructor() {
    super('conflict', 'LAST_ACTIVE_ADMIN', 'This is the last active admin. Make or enable another admin first.');
  }
}
