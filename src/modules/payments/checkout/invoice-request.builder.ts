import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import { ROUTES } from '../../../contracts/routes.js';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { istDueDate } from '../../../domain/payment/link-expiry.js';
import { bankMobile } from '../../../domain/people/phone.js';
import { requestContext } from '../../../runtime/request-context.js';
import { Catalogues } from '../../catalogue/index.js';
import type { InvoiceRequest } from '../../gateway/index.js';
import { PaymentPeopleQueries } from '../payment-people.queries.js';

/** Builds the invoice request of a payment (docs/bank-protocol.md#invoice). */
@Injectable()
export class InvoiceRequestBuilder {
  constructor(
    private readonly people: PaymentPeopleQueries,
    private readonly catalogues: Catalogues,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async orderFor(payment: PaymentEntity, attempt: PaymentAttemptEntity): Promise<InvoiceRequest> {
    const customer = await this.people.getCustomer(payment);
    const tier = await this.catalogues.tierNameOf(payment);
    const requestId = requestContext()?.requestId;
    return {
      invoiceNo: attempt.invoiceNo,
      merchantProfile: attempt.merchantProfile,
      amountPaise: attempt.amount,
      tokenType: payment.tokenType,
      referenceType: payment.referenceType,
      description: `${tier} token${payment.paymentType === 'upgrade' ? ' upgrade' : ''}`,
      dueDateIst: istDueDate(payment.expiresAt),
      customerName: customer.name,
      email: customer.email,
      returnUrl: `${this.settings.appUrl}${ROUTES.verify}`,
      ...(customer.phone ? { mobile10: bankMobile(customer.phone) } : {}),
      ...(requestId ? { requestId } : {}),
    };
  }
}
