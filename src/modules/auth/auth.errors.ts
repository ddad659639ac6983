import { MESSAGES } from '../../contracts/messages.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { Refusal } from '../../domain/errors.js';

export class LoginIncomplete extends Refusal {
  constructor() {
    super('invalid', 'LOGIN_INCOMPLETE', MESSAGES.login.missing);
  }
}

/** The same for an unknown email, a wrong password and a disabled account. */
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
    super('not-found', 'STAFF_NOT_FOUND', OFFICE_MESSAGES.staff.notFound);
  }
}

export class StaffEmailTaken extends Refusal {
  constructor(email: string) {
    super('conflict', 'STAFF_EMAIL_TAKEN', `There is already an account with the email ${email}.`, {
      details: { email: 'There is already an account with this email.' },
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
    super('conflict', 'LAST_ACTIVE_ADMIN', OFFICE_MESSAGES.staff.lastAdmin);
  }
}

/** The password is right, and the account needs a code. */
export class TotpRequired extends Refusal {
  constructor() {
    super('unauthenticated', 'TOTP_REQUIRED', OFFICE_MESSAGES.account.codeRequired);
  }
}

/** During sign-in. */
export class TotpInvalid extends Refusal {
  constructor() {
    super('unauthenticated', 'TOTP_INVALID', OFFICE_MESSAGES.account.codeInvalid);
  }
}

/** The second step is too late, or had too many wrong codes. */
export class SignInExpired extends Refusal {
  constructor() {
    super('unauthenticated', 'SIGN_IN_EXPIRED', OFFICE_MESSAGES.account.codeExpired);
  }
}

/** Of somebody who is signed in. */
export class CodeWrong extends Refusal {
  constructor() {
    super('unprocessable', 'CODE_WRONG', OFFICE_MESSAGES.account.codeInvalid, {
      details: { code: OFFICE_MESSAGES.account.codeInvalid },
    });
  }
}

/** Of somebody who is signed in. @param field as the form calls it */
export class PasswordWrong extends Refusal {
  constructor(field: 'password' | 'currentPassword') {
    super('unprocessable', 'PASSWORD_WRONG', OFFICE_MESSAGES.account.passwordWrong, {
      details: { [field]: OFFICE_MESSAGES.account.passwordWrong },
    });
  }
}

export class PasswordsDiffer extends Refusal {
  constructor() {
    super('unprocessable', 'PASSWORDS_DIFFER', OFFICE_MESSAGES.account.passwordsDiffer, {
      details: { repeat: OFFICE_MESSAGES.account.passwordsDiffer },
    });
  }
}

export class LinkUnusable extends Refusal {
  constructor() {
    super('not-found', 'LINK_UNUSABLE', OFFICE_MESSAGES.account.linkInvalid);
  }
}

export class FactorIsOn extends Refusal {
  constructor() {
    super('conflict', 'TOTP_IS_ON', OFFICE_MESSAGES.account.factorIsOn);
  }
}

export class FactorIsOff extends Refusal {
  constructor() {
    super('conflict', 'TOTP_IS_OFF', OFFICE_MESSAGES.account.factorIsOff);
  }
}

export class FactorNeeded extends Refusal {
  constructor() {
    super('conflict', 'TOTP_NEEDED', OFFICE_MESSAGES.account.factorNeeded);
  }
}

export class SessionNotFound extends Refusal {
  constructor() {
    super('not-found', 'SESSION_NOT_FOUND', OFFICE_MESSAGES.account.sessionMissing);
  }
}

export class StaffNotInvited extends Refusal {
  constructor() {
    super('conflict', 'STAFF_NOT_INVITED', OFFICE_MESSAGES.staff.notInvited);
  }
}

export class StaffNotActive extends Refusal {
  constructor() {
    super('conflict', 'STAFF_NOT_ACTIVE', OFFICE_MESSAGES.staff.notActive);
  }
}

export class OwnPasswordReset extends Refusal {
  constructor() {
    super('conflict', 'OWN_PASSWORD', OFFICE_MESSAGES.staff.ownPassword);
  }
}

export class OwnFactorReset extends Refusal {
  constructor() {
    super('conflict', 'OWN_SECOND_FACTOR', OFFICE_MESSAGES.staff.ownFactor);
  }
}
