import { Injectable } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import type { CreateLinkData } from '../../contracts/links.js';
import { MESSAGES } from '../../contracts/messages.js';
import type { CheckStatusData } from '../../contracts/payments.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { parseRupees } from '../../domain/money/money.js';
import { isPaid, statusLabel } from '../../domain/payment/payment-status.js';
import type { AnswerStore, Principal } from '../../http/index.js';
import { Refusal } from '../../runtime/refusal.js';
import { type CreatedLink, CreateLinkService, type CreateLinkCommand } from './links/create-link.service.js';
import { CreatedLinkPresenter } from './links/created-link.presenter.js';
import { presentCheck } from './payment.presenter.js';
import type { CreateLinkDto } from './payments.dto.js';
import { PaymentsQueries } from './payments.queries.js';
import { StatusChecker } from './status-checks/status-checker.service.js';

/** Use cases of staff, each limited to what the person may see; another seller's payment is not found. */
@Injectable()
export class StaffPaymentsService {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly links: CreateLinkService,
    private readonly checker: StatusChecker,
    private readonly answers: CreatedLinkPresenter,
  ) {}

  async createLink(user: Principal, body: CreateLinkDto, storeAnswer: AnswerStore) {
    const answerOf = (made: CreatedLink) => this.createdAnswer(made, user);
    return answerOf(
      await this.links.create(linkOrderOf(user, body), async (made) => storeAnswer(await answerOf(made))),
    );
  }

  /** Asks STATUS now, unless the last answer is fresh, about earlier attempts too. @throws BANK_NO_ANSWER */
  async checkStatus(user: Principal, publicId: string): Promise<ApiSuccess<CheckStatusData>> {
    const payment = await this.queries.getFor(user, publicId);
    const outcome = isPaid(payment.status) ? null : await this.checker.checkPayment(payment.id, 'staff');
    const fresh = await this.queries.getFor(user, publicId);
    if (outcome === 'unknown' && !isPaid(fresh.status)) throw new Refusal('BANK_NO_ANSWER');
    return { success: true, data: presentCheck(fresh), message: checkMessage(fresh) };
  }

  private async createdAnswer(created: CreatedLink, user: Principal): Promise<ApiSuccess<CreateLinkData>> {
    const data = await this.answers.created(created, user);
    return { success: true, data, message: data.warning ?? MESSAGES.link.created(created.customer.name) };
  }
}

function linkOrderOf(user: Principal, body: CreateLinkDto): CreateLinkCommand {
  return {
    salesManagerId: user.userId,
    seller: user,
    eventId: body.eventId ?? undefined,
    amount: parseRupees(body.amount) ?? 0,
    tier: { tierCode: body.tierCode ?? undefined, tokenType: body.tokenType ?? undefined },
    referenceType: body.referenceType,
    brokerName: body.referenceType === 'channelPartner' ? body.brokerName?.trim() || null : null,
    panCard: body.panCard || null,
    customer: {
      name: body.customerData.name.trim().replace(/\s+/g, ' '),
      email: body.customerData.email.trim(),
      phone: body.customerData.phone ?? null,
    },
    lifetime: body.expiry ?? undefined,
    duplicateReason: body.duplicateReason ?? null,
    // A program's request has no such field: it gets the link and the list of open links (docs/product.md#customers).
    needsReason: user.via === 'cookie',
  };
}

function checkMessage({ status }: PaymentEntity): string {
  return status === 'completed' ? MESSAGES.status.completed : MESSAGES.status.is(statusLabel(status));
}
