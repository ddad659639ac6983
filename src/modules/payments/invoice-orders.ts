import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { ROUTES } from '../../contracts/routes.js';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { istDueDate } from '../../domain/link-expiry.js';
import { bankMobile } from '../../domain/phone.js';
import { tokenLabel } from '../../domain/token-catalogue.js';
import { requestContext } from '../../runtime/request-context.js';
import type { InvoiceOrder } from '../gateway/index.js';

/** What the bank is told about a payment. */
@Injectable()
export class InvoiceOrders {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async orderFor(payment: PaymentEntity, attempt: PaymentAttemptEntity): Promise<InvoiceOrder> {
    const customer = await this.uow.manager.getRepository(CustomerEntity).findOneByOrFail({ id: payment.customerId });
    const requestId = requestContext()?.requestId;
    return {
      invoiceNo: attempt.invoiceNo,
      amountPaise: attempt.amount,
      tokenType: payment.tokenType,
      referenceType: payment.referenceType,
      description: `${tokenLabel(payment.tokenType)} token${payment.paymentType === 'upgrade' ? ' upgrade' : ''}`,
      dueDateIst: istDueDate(payment.expiresAt),
      customerName: customer.name,
      email: customer.email,
      returnUrl: `${this.settings.appUrl}${ROUTES.verify}`,
      ...(customer.phone ? { mobile10: bankMobile(customer.phone) } : {}),
      ...(requestId ? { requestId } : {}),
    };
  }
}
