import { formatGatewayAmount } from './gateway-amount.js';
import type { GatewaySettings } from './gateway-settings.js';
import type { RequestFields } from './signed-request.js';

type Identity = Pick<GatewaySettings, 'merchantId' | 'aggregatorId'>;

/**
 * Commands spell merchantID and aggregatorID with capitals (docs/bank-protocol.md#status); the spelling affects the sort order of
 * the hash.
 */
export function statusFields(
  query: { originalTxnNo: string; merchantTxnNo?: string },
  identity: Identity,
): RequestFields {
  return {
    merchantID: identity.merchantId,
    aggregatorID: identity.aggregatorId,
    merchantTxnNo: query.merchantTxnNo ?? query.originalTxnNo,
    originalTxnNo: query.originalTxnNo,
    transactionType: 'STATUS',
  };
}

/** @param day `YYYY-MM-DD`; the bank wants `yyyyMMdd` */
export function settlementListFields(day: string, identity: Identity): RequestFields {
  return {
    merchantID: identity.merchantId,
    aggregatorID: identity.aggregatorId,
    settlementDate: day.replaceAll('-', ''),
    transactionType: 'SETTLEMENTSUMMARY',
  };
}

export function settlementPageFields(
  query: { settlementId: string; lastTxnId?: string },
  identity: Identity,
): RequestFields {
  return {
    merchantID: identity.merchantId,
    aggregatorID: identity.aggregatorId,
    settlementID: query.settlementId,
    lastTxnID: query.lastTxnId,
  };
}

export function settlementStatusFields(originalTxnNo: string, identity: Identity): RequestFields {
  return {
    merchantID: identity.merchantId,
    aggregatorID: identity.aggregatorId,
    originalTxnNo,
    transactionType: 'SETTLSTATUS',
  };
}

export function refundFields(
  order: { refundRef: string; originalTxnNo: string; amountPaise: number },
  identity: Identity,
): RequestFields {
  // An amount of zero would be a void of the whole sale (docs/bank-protocol.md#refund).
  if (order.amountPaise < 1) throw new RangeError('a refund needs at least one paisa');
  return {
    merchantID: identity.merchantId,
    aggregatorID: identity.aggregatorId,
    merchantTxnNo: order.refundRef,
    originalTxnNo: order.originalTxnNo,
    amount: formatGatewayAmount(order.amountPaise),
    transactionType: 'REFUND',
  };
}
