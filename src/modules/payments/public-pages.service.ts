import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { MESSAGES } from '../../contracts/messages.js';
import type { PageProps } from '../../contracts/pages.js';
import type { PublicPayment } from '../../contracts/payments.js';
import { ROUTES } from '../../contracts/routes.js';
import { Refusal } from '../../domain/errors.js';
import { csrfTokenOf } from '../../http/index.js';
import type { Inertia } from '../../inertia/index.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { InitiateDesk } from './initiate-desk.service.js';
import { PaymentNotFound } from './payments.errors.js';
import { PublicPayments } from './public-payments.service.js';

const REFRESH_SECONDS = 10;

/** What a press of the pay button may have come to, by code: nothing else in the address is ever shown. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ALREADY_PAID: MESSAGES.payment.alreadyPaid,
  LINK_EXPIRED: MESSAGES.payment.expired,
  LINK_WITHDRAWN: MESSAGES.payment.withdrawn,
  LINK_REPLACED: MESSAGES.payment.replaced,
  REFUNDED: MESSAGES.payment.refunded,
  UPGRADE_CLOSED: MESSAGES.upgrade.closed,
  BANK_UNAVAILABLE: MESSAGES.payment.urlNotYet,
  BANK_REFUSED: MESSAGES.payment.initiateFailed,
  THROTTLED: MESSAGES.payment.urlNotYet,
};

@Injectable()
export class PublicPages {
  constructor(
    private readonly payments: PublicPayments,
    private readonly desk: InitiateDesk,
  ) {}

  async show(inertia: Inertia, paymentId: string, problem: unknown, response: Response): Promise<void> {
    const props = await this.findProps(paymentId, problem, response);
    if (!props) return this.missing(inertia, paymentId);
    return inertia.render('Public/Payment', props, { head: { title: `${props.payment.tokenLabel} token payment` } });
  }

  /** What every page with a pay button needs; null for an unknown payment. Remembers that the link was opened. */
  async findProps(
    paymentId: string,
    problem: unknown,
    response: Response,
  ): Promise<PageProps['Public/Payment'] | null> {
    const payment = await this.findOpened(paymentId);
    return (
      payment && {
        payment,
        formToken: csrfTokenOf(response),
        notice: typeof problem === 'string' && Object.hasOwn(PROBLEMS, problem) ? (PROBLEMS[problem] ?? null) : null,
        refreshSeconds: REFRESH_SECONDS,
      }
    );
  }

  missing(inertia: Inertia, paymentId: string): Promise<void> {
    const props = { message: MESSAGES.payment.error(MESSAGES.payment.notFound), reference: shown(paymentId) };
    return inertia.render('Public/PaymentMissing', props, { status: 404, head: { title: 'Payment not found' } });
  }

  /** @returns the bank's page, or our own with what stood in the way */
  async pay(paymentId: string, address: string | undefined): Promise<string> {
    try {
      return (await this.desk.initiate(paymentId, undefined, address)).data.paymentUrl;
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof PaymentNotFound) throw error;
      return `${ROUTES.payment(paymentId)}?problem=${encodeURIComponent(error.code)}`;
    }
  }

  async result(paymentId: unknown): Promise<{ payment: PublicPayment | null }> {
    return { payment: await this.payments.findPaid(paymentId) };
  }

  async cancelled(paymentId: unknown): Promise<{ paymentId: string | null }> {
    return { paymentId: typeof paymentId === 'string' && PUBLIC_ID.test(paymentId) ? paymentId : null };
  }

  private async findOpened(paymentId: string): Promise<PublicPayment | null> {
    try {
      return await this.payments.open(paymentId);
    } catch (error) {
      if (error instanceof PaymentNotFound) return null;
      throw error;
    }
  }
}

function shown(paymentId: string): string {
  return /^[A-Za-z0-9_-]{1,40}$/.test(paymentId) ? paymentId : '';
}
