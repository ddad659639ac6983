import { UPGRADE_TYPE } from '../../domain/upgrade-rules.js';
import { JSON_TYPE, type Operations } from '../operation.js';
import { body, oneOf, ref, rupees, success, text } from '../schema.js';

const SWITCH = { isEnabled: { type: 'boolean' }, _id: { type: 'string' } } as const;

/** Refunds and upgrades. */
export const MONEY: Operations = {
  'POST /api/sales-manager/payments/{paymentId}/refund': {
    summary: 'Refund a payment, wholly or in part',
    description:
      'A lost answer of the bank is 202: the refund is recorded and followed; it must not be asked for again.',
    access: 'staff',
    stepUp: true,
    idempotent: true,
    body: body(
      { refundAmount: rupees('Rupees.') },
      {
        refundReason: text('Some lines.', { maxLength: 500 }),
        duplicateChargeId: text('Gives back this duplicate charge instead; the token stays.'),
      },
    ),
    data: ref('RefundData'),
    answers: {
      202: {
        description: 'Recorded; the bank’s word is awaited.',
        content: { [JSON_TYPE]: success(ref('RefundData')) },
      },
    },
    refusals: [
      'PAYMENT_NOT_FOUND',
      'DUPLICATE_CHARGE_NOT_FOUND',
      'REFUNDS_DISABLED',
      'REFUND_NOT_POSITIVE',
      'REFUND_EXCEEDS_PAYMENT',
      'REFUND_EXCEEDS_REST',
      'NOT_PAID',
      'ALREADY_REFUNDED',
      'TOKEN_UPGRADED',
      'UPGRADE_OPEN',
      'REVERSAL_UNDECIDED',
      'REFUND_REFUSED',
      'BANK_UNAVAILABLE',
      'CONFLICT',
    ],
  },
  'GET /api/payments/{paymentId}/refunds': {
    summary: 'The refunds of a payment, and what can still be refunded',
    access: 'staff',
    data: ref('RefundList'),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  'GET /api/auth/getPermissionStatus': {
    summary: 'Whether refunds are switched on',
    description: 'The state stands in `data` and, for older clients, beside it.',
    access: 'staff',
    data: ref('PermissionState'),
    beside: SWITCH,
  },
  'PUT /api/auth/togglePermission/{id}': {
    summary: 'Switch refunds on or off',
    description: 'With the wanted state a repetition changes nothing; without a body the switch is flipped.',
    access: 'admin',
    stepUp: true,
    body: body({}, { isEnabled: { type: 'boolean', description: 'The state that is wanted.' } }),
    data: ref('PermissionState'),
    beside: SWITCH,
    refusals: ['PERMISSION_NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/payments/{paymentId}/upgrade-tokens': {
    summary: 'The token of a payment and its upgrades',
    access: 'staff',
    data: ref('UpgradeTokensData'),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  'POST /api/payments/{paymentId}/create-upgrade-link': {
    summary: 'Create the link for an upgrade',
    access: 'staff',
    status: 201,
    idempotent: true,
    body: body({ upgradeType: oneOf([UPGRADE_TYPE], 'From which tier to which.') }),
    data: ref('CreateUpgradeLinkData'),
    refusals: [
      'PAYMENT_NOT_FOUND',
      'UPGRADE_NOT_AVAILABLE',
      'TOKEN_NOT_PAID',
      'TOKEN_HAS_REFUND',
      'REVERSAL_UNDECIDED',
      'ALREADY_UPGRADED',
      'UPGRADE_PENDING',
      'CONFLICT',
    ],
  },
  'POST /api/payments/{paymentId}/reset-failed-upgrades': {
    summary: 'Let a token be upgraded after its upgrade failed',
    access: 'staff',
    data: ref('ResetUpgradesData'),
    refusals: [
      'PAYMENT_NOT_FOUND',
      'UPGRADE_NOT_AVAILABLE',
      'TOKEN_NOT_PAID',
      'TOKEN_HAS_REFUND',
      'ALREADY_UPGRADED',
      'UPGRADE_PENDING',
      'NO_FAILED_UPGRADE',
      'CONFLICT',
    ],
  },
  'GET /api/payments/token/{tokenNumber}/upgrade-history': {
    summary: 'The upgrades of a token',
    access: 'staff',
    data: ref('UpgradeHistoryData'),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
};
