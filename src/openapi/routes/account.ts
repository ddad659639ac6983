import type { Operations } from '../operation.js';
import { body, listOf, NOTHING, ref, text } from '../schema.js';

const CODE = text('Six digits, or a recovery code.', { maxLength: 64 });

/** Signing in and out, and one's own account. */
export const ACCOUNT: Operations = {
  'POST /api/login': {
    summary: 'Sign in',
    description: 'Answers with a bearer token and sets the session cookie. The body has to be JSON.',
    access: 'public',
    body: body(
      {},
      {
        email: text('Of the account.', { maxLength: 2000 }),
        password: text('Of the account.'),
        code: text('Of the second factor, where the account has one: six digits or a recovery code.', {
          maxLength: 64,
        }),
      },
    ),
    data: ref('LoginData'),
    limit: 'By address and by account.',
    refusals: ['LOGIN_INCOMPLETE', 'INVALID_CREDENTIALS', 'TOTP_REQUIRED', 'TOTP_INVALID', 'LOGIN_THROTTLED'],
  },
  'POST /api/logout': { summary: 'Sign out', access: 'setup', data: NOTHING },
  'GET /api/auth/me': { summary: 'Who is signed in', access: 'setup', data: ref('SessionUser') },
  'POST /api/auth/step-up': {
    summary: 'Show a code or the password again',
    description: 'Opens what answered STEP_UP_REQUIRED, for five minutes. One of the two fields is needed.',
    access: 'setup',
    body: body({}, { code: CODE, password: text('Of the account.') }),
    data: NOTHING,
    limit: '20 in 5 minutes.',
    refusals: ['LOGIN_INCOMPLETE', 'CODE_WRONG', 'PASSWORD_WRONG', 'LOGIN_THROTTLED'],
  },
  'POST /api/account/password': {
    summary: 'Change the own password',
    description: 'Ends every other session. The own one is renewed.',
    access: 'setup',
    body: body({ currentPassword: text('The present one.'), newPassword: text('At least 12 characters.') }),
    data: ref('PasswordChanged'),
    limit: '20 in 5 minutes.',
    refusals: ['PASSWORD_WRONG', 'PASSWORD_TOO_WEAK', 'LOGIN_THROTTLED'],
  },
  'GET /api/account/sessions': {
    summary: 'List the own sessions',
    access: 'setup',
    data: listOf(ref('SessionRow')),
  },
  'POST /api/account/sessions/end-others': {
    summary: 'End every session but this one',
    access: 'setup',
    data: NOTHING,
  },
  'POST /api/account/sessions/{sessionId}/end': {
    summary: 'End one of the own sessions',
    access: 'setup',
    data: NOTHING,
    refusals: ['SESSION_NOT_FOUND'],
  },
  'POST /api/account/totp/start': {
    summary: 'Begin to set up the second factor',
    access: 'setup',
    stepUp: true,
    data: ref('TotpStart'),
    limit: '20 in 5 minutes.',
    refusals: ['TOTP_IS_ON'],
  },
  'POST /api/account/totp/confirm': {
    summary: 'Switch the second factor on with its first code',
    description: 'Answers with the recovery codes, which are shown this once.',
    access: 'setup',
    body: body({ code: CODE }),
    data: ref('RecoveryCodes'),
    limit: '20 in 5 minutes.',
    refusals: ['CODE_WRONG', 'TOTP_IS_ON', 'TOTP_IS_OFF'],
  },
  'POST /api/account/totp/recovery-codes': {
    summary: 'Make new recovery codes',
    description: 'The old ones end.',
    access: 'setup',
    stepUp: true,
    data: ref('RecoveryCodes'),
    limit: '20 in 5 minutes.',
    refusals: ['TOTP_IS_OFF'],
  },
  'POST /api/account/totp/off': {
    summary: 'Switch the second factor off',
    access: 'setup',
    body: body({ code: CODE, password: text('Of the account.') }),
    data: NOTHING,
    limit: '20 in 5 minutes.',
    refusals: ['CODE_WRONG', 'PASSWORD_WRONG', 'TOTP_IS_OFF', 'TOTP_NEEDED', 'LOGIN_THROTTLED'],
  },
};
