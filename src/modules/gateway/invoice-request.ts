import { asciiOrNothing, bankDescription, bankEmail, bankName } from './ascii-text.js';
import { formatGatewayAmount } from './gateway-amount.js';
import type { GatewaySettings } from './gateway-settings.js';
import type { InvoiceRequest } from './payment-gateway.js';
import type { RequestFields } from './signed-request.js';

const RUPEE = '356';

/**
 * The unsigned fields of an invoice creation (docs/bank-protocol.md#invoice). `aggregatorId` has a small d here, unlike in
 * commands.
 */
export function invoiceFields(
  order: InvoiceRequest,
  settings: Pick<GatewaySettings, 'merchantId' | 'aggregatorId'>,
): RequestFields {
  const amount = formatGatewayAmount(order.amountPaise);
  return {
    merchantId: settings.merchantId,
    aggregatorId: settings.aggregatorId,
    invoiceNo: order.invoiceNo,
    chargeAmount: amount,
    // The charge heads must add up to the amount.
    chargeHead1: amount,
    currencyCode: RUPEE,
    desc: bankDescription(order.description, 'Token'),
    dueDate: order.dueDateIst,
    userName: bankName(order.customerName),
    mobileNo: order.mobile10,
    emailID: bankEmail(order.email, order.mobile10),
    paymentReturnURL: order.returnUrl,
    addlParam1: asciiOrNothing(order.tokenType),
    addlParam2: asciiOrNothing(order.referenceType),
  };
}
