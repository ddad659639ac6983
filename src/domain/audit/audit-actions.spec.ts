import { describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '../../modules/audit/index.js';
import type { PaymentEventType } from '../payment/payment-events.js';
import { AUDIT_ACTIONS, auditActionLabel, type AuditActionName, isAuditAction } from './audit-actions.js';

const LISTED = AUDIT_ACTIONS.flatMap(({ actions }) => actions.map(({ action }) => action));

describe('audit actions', () => {
  it('are listed once each, with a label that is no identifier', () => {
    expect(new Set(LISTED).size).toBe(LISTED.length);
    for (const action of LISTED) {
      expect(auditActionLabel(action)).not.toMatch(/[_.]|^[a-z]/);
      expect(action.length).toBeLessThanOrEqual(60);
    }
  });

  it.each<AuditActionName>([
    'export.completed',
    'export.aborted',
    'export.failed',
    'settlement.completed',
    'settlement.incomplete',
    'day.closed',
    'privacy.reported',
    'privacy.erased',
    'privacy.purged',
    'secrets.resealed',
    'test_payment.created',
  ])('%s is one of them', (action) => {
    expect(isAuditAction(action)).toBe(true);
  });

  it('and event types that are not listed do not compile', () => {
    // @ts-expect-error -- what cannot be filtered by cannot be written
    const entry: AuditEntry = { action: 'payment.stolen', subjectType: 'payment', subjectId: 'p' };
    // @ts-expect-error -- nor can an event of which the timeline knows nothing
    const event: PaymentEventType = 'stolen';
    expect([isAuditAction(entry.action), event]).toEqual([false, 'stolen']);
  });
});
