import { ROLES } from '../../domain/roles.js';
import type { Operations } from '../operation.js';
import { LIMIT, PAGE, SEARCH } from '../parameters.js';
import { body, listOf, NOTHING, object, oneOf, ref, text } from '../schema.js';

const ROLE = oneOf(ROLES, 'What the account may do.');

/** Accounts of staff. */
export const STAFF: Operations = {
  'GET /api/admin/staff': {
    summary: 'List the accounts',
    access: 'admin',
    query: { search: SEARCH, page: PAGE, limit: LIMIT },
    data: object({ rows: listOf(ref('StaffRow')), pagination: ref('Pagination') }),
  },
  'POST /api/admin/staff': {
    summary: 'Invite somebody',
    description: 'Mails a one-time link to choose a password; without a mail server the link is in the answer.',
    access: 'admin',
    stepUp: true,
    status: 201,
    body: body({
      name: text('One line.', { minLength: 2, maxLength: 120 }),
      email: text('The address the invitation goes to.', { maxLength: 254 }),
      role: ROLE,
    }),
    data: ref('StaffLinkData'),
    refusals: ['STAFF_EMAIL_TAKEN', 'STAFF_EMAIL_INVALID', 'STAFF_NAME_INVALID'],
  },
  'PUT /api/admin/staff/second-factor-rule': {
    summary: 'Say whether admins need a second factor',
    access: 'admin',
    stepUp: true,
    body: body({ required: { type: 'boolean' } }),
    data: object({ required: { type: 'boolean' } }),
  },
  'PUT /api/admin/staff/{id}/role': {
    summary: 'Change a role',
    access: 'admin',
    stepUp: true,
    body: body({ role: ROLE }),
    data: ref('StaffRow'),
    refusals: ['STAFF_NOT_FOUND', 'LAST_ACTIVE_ADMIN'],
  },
  'POST /api/admin/staff/{id}/resend-invitation': {
    summary: 'Invite again',
    description: 'The earlier link ends.',
    access: 'admin',
    stepUp: true,
    data: ref('StaffLinkData'),
    refusals: ['STAFF_NOT_FOUND', 'STAFF_NOT_INVITED'],
  },
  'POST /api/admin/staff/{id}/withdraw-invitation': {
    summary: 'Withdraw an invitation',
    access: 'admin',
    data: NOTHING,
    refusals: ['STAFF_NOT_FOUND', 'STAFF_NOT_INVITED'],
  },
  'POST /api/admin/staff/{id}/disable': {
    summary: 'Disable an account',
    description: 'Its sessions end at once.',
    access: 'admin',
    data: ref('StaffRow'),
    refusals: ['STAFF_NOT_FOUND', 'LAST_ACTIVE_ADMIN'],
  },
  'POST /api/admin/staff/{id}/enable': {
    summary: 'Enable an account',
    access: 'admin',
    stepUp: true,
    data: ref('StaffRow'),
    refusals: ['STAFF_NOT_FOUND'],
  },
  'POST /api/admin/staff/{id}/reset-password': {
    summary: 'Let somebody choose a new password',
    description: 'Mails a one-time link; without a mail server the link is in the answer.',
    access: 'admin',
    stepUp: true,
    data: ref('StaffLinkData'),
    refusals: ['STAFF_NOT_FOUND', 'STAFF_NOT_ACTIVE', 'OWN_PASSWORD'],
  },
  'POST /api/admin/staff/{id}/reset-second-factor': {
    summary: 'Take a lost second factor away',
    access: 'admin',
    stepUp: true,
    data: ref('StaffRow'),
    refusals: ['STAFF_NOT_FOUND', 'TOTP_IS_OFF', 'OWN_SECOND_FACTOR'],
  },
  'POST /api/admin/staff/{id}/end-sessions': {
    summary: 'End every session of an account',
    access: 'admin',
    data: NOTHING,
    refusals: ['STAFF_NOT_FOUND'],
  },
  'GET /api/admin/staff/{id}/sessions': {
    summary: 'List the sessions of an account',
    access: 'admin',
    data: listOf(ref('SessionRow')),
    refusals: ['STAFF_NOT_FOUND'],
  },
  'POST /api/admin/staff/{id}/sessions/{sessionId}/end': {
    summary: 'End a session of an account',
    access: 'admin',
    data: NOTHING,
    refusals: ['STAFF_NOT_FOUND', 'SESSION_NOT_FOUND'],
  },
};
