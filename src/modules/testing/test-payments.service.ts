import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { ROUTES } from '../../contracts/routes.js';
import type { TestLink, TestStatus } from '../../contracts/testing.js';
import { AuditService } from '../audit/index.js';
import { istDueDate, linkExpiry } from '../../domain/payment/link-expiry.js';
import { toRupees } from '../../domain/money/money.js';
import { Clock } from '../../runtime/clock.js';
import { newBankReference } from '../../runtime/ids.js';
import { requestContext } from '../../runtime/request-context.js';
import { type InvoiceRequest, type InvoiceResult, PaymentGateway } from '../gateway/index.js';
import { presentStatus, TEST_AMOUNT_PAISE } from './bank-answer.js';
import { BankTraces, TEST_PAYMENT } from './bank-traces.js';
import { Refusal } from '../../runtime/refusal.js';
import { MESSAGES } from '../../contracts/messages.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';

const HOURS_TO_PAY = 24;

/**
 * One rupee through the bank. Not a payment of the product: nothing of it is in `payments`, so no list, counter, export or
 * revenue includes it. Its number is in the audit log before the bank is asked.
 */
@Injectable()
export class TestPayments {
  constructor(
    private readonly bank: PaymentGateway,
    private readonly traces: BankTraces,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws BANK_REFUSED, BANK_UNAVAILABLE */
  async createLink(): Promise<TestLink> {
    const { order, result } = await this.invoice();
    if (result.kind === 'created') {
      const { redirectUrl, responseCode, responseText } = result;
      const amount = toRupees(order.amountPaise);
      return {
        reference: order.invoiceNo,
        amount,
        currency: 'INR',
        paymentUrl: redirectUrl,
        responseCode,
        responseText,
      };
    }
    if (result.kind === 'unknown' || result.kind === 'not-sent')
      throw new Refusal('BANK_UNAVAILABLE', {
        message: MESSAGES.link.createFailed,
        details: { bank: OFFICE_MESSAGES.testing.noAnswer(invoiceWords(result)) },
      });
    throw new Refusal('BANK_REFUSED', {
      message: MESSAGES.link.createFailed,
      details: { bank: OFFICE_MESSAGES.testing.bankSaid(invoiceWords(result)) },
    });
  }

  /** Creates an invoice over one rupee. */
  async invoice(): Promise<{ order: InvoiceRequest; result: InvoiceResult }> {
    const order = this.newOrder();
    await this.audit.write({
      action: 'test_payment.created',
      subjectType: TEST_PAYMENT,
      subjectId: order.invoiceNo,
      toValue: `${order.amountPaise} paise`,
    });
    return { order, result: await this.bank.createInvoice(order) };
  }

  /** @throws NOT_FOUND for a number that is not a test payment's */
  async status(reference: string): Promise<TestStatus> {
    if (!(await this.traces.isTestPayment(reference))) throw new Refusal('NOT_FOUND');
    const result = await this.bank.queryStatus({ merchantProfile: null, originalTxnNo: reference, ...requestIdOf() });
    return presentStatus(reference, result, await this.traces.last('status', reference));
  }

  private newOrder(): InvoiceRequest {
    const { appUrl, company } = this.settings;
    return {
      merchantProfile: null,
      invoiceNo: newBankReference('TP'),
      amountPaise: TEST_AMOUNT_PAISE,
      tokenType: 'test',
      referenceType: 'test',
      description: 'Test payment',
      dueDateIst: istDueDate(linkExpiry(this.clock.now(), HOURS_TO_PAY)),
      customerName: 'Test Payment',
      email: company.supportEmail,
      returnUrl: `${appUrl}${ROUTES.testReturn}`,
      ...requestIdOf(),
    };
  }
}

/** The result of an invoice creation in one line. */
export function invoiceWords(result: InvoiceResult): string {
  switch (result.kind) {
    case 'created':
      return `${result.responseCode} ${result.responseText}`.trim();
    case 'exists':
      return 'the bank knows this number already';
    case 'refused':
      return `${result.code} ${result.text}`.trim();
    default:
      return result.detail;
  }
}

function requestIdOf(): { requestId?: string } {
  const requestId = requestContext()?.requestId;
  return requestId ? { requestId } : {};
}
