import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { PublicReturn } from '../../../contracts/after-payment.js';
import type { PageProps } from '../../../contracts/pages.js';
import type { PublicPayment } from '../../../contracts/payments.js';
import { ROUTES } from '../../../contracts/routes.js';
import { textsIn } from '../../../contracts/words/index.js';
import { tierName } from '../../../contracts/words/tier-name.js';
import type { Language } from '../../../contracts/words/languages.js';
import { isLinkPreview } from '../../../domain/people/link-preview.js';
import { Refusal, isRefusal } from '../../../runtime/refusal.js';
import { countOf, csrfTokenOf, languageOf, principalOf, recordRefusal } from '../../../http/index.js';
import type { Inertia } from '../../../inertia/index.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { RateLimiter } from '../../../runtime/rate-limits/rate-limiter.js';
import { PublicTerms } from '../../terms/index.js';
import { InitiateService, PAY_PRESSES } from '../checkout/initiate.service.js';
import { PaymentsRepository } from '../payments.repository.js';
import { PublicPaymentsService, type ShownPage } from './public-payments.service.js';

const REFRESH_SECONDS = 10;

@Injectable()
export class PublicPagesService {
  constructor(
    private readonly payments: PublicPaymentsService,
    private readonly checkout: InitiateService,
    private readonly rows: PaymentsRepository,
    private readonly texts: PublicTerms,
    private readonly limiter: RateLimiter,
  ) {}

  async show(inertia: Inertia, paymentId: string, problem: unknown, response: Response): Promise<void> {
    const opened = await this.payments.open(paymentId, isCustomer(response.req));
    if (!opened) return this.missing(inertia, paymentId, response);
    const keep = problem === undefined && isForAnybody(response) ? opened : undefined;
    if (keep && inertia.sendKept(keep)) return;
    const props = propsOf(opened, problem, response);
    const texts = textsIn(languageOf(response.req));
    const name = tierName(texts, props.payment.tokenType, props.payment.tokenLabel);
    const head = { title: texts.payment.head(texts.tokenOf(name)) };
    return inertia.render('Public/Payment', props, { head, ...(keep && { keep }) });
  }

  /** Props of every page with a pay button; null for an unknown payment. Records that the customer opened the link. */
  async findProps(
    paymentId: string,
    problem: unknown,
    response: Response,
  ): Promise<PageProps['Public/Payment'] | null> {
    const opened = await this.payments.open(paymentId, isCustomer(response.req));
    return opened && propsOf(opened, problem, response);
  }

  missing(inertia: Inertia, paymentId: string, response: Response): Promise<void> {
    const head = { title: textsIn(languageOf(response.req)).missing.title };
    return inertia.render('Public/PaymentMissing', { reference: shown(paymentId) }, { status: 404, head });
  }

  /** To the bank's page, or to our own with the code of the problem. Without the agreement: our page again, with the error at the box. */
  async pay(
    inertia: Inertia,
    paymentId: string,
    { termsVersion, termsLanguage }: Record<string, unknown>,
    response: Response,
  ): Promise<void> {
    const consent = {
      version: textOf(termsVersion),
      language: textOf(termsLanguage),
      spoken: languageOf(response.req),
    };
    try {
      await this.limiter.require(...countOf(PAY_PRESSES, response.req));
      response.redirect(303, await this.checkout.initiate(paymentId, consent));
    } catch (error) {
      if (!(error instanceof Refusal) || isRefusal(error, 'PAYMENT_NOT_FOUND')) throw error;
      if (isTermsProblem(error.code)) return this.showAgain(inertia, paymentId, error, response);
      recordRefusal(error, response.req);
      // Presses are counted before the id is looked at.
      const page = ROUTES.payment(encodeURIComponent(paymentId));
      response.redirect(303, `${page}?problem=${encodeURIComponent(error.code)}`);
    }
  }

  /** The page of one version of the terms. */
  async terms(inertia: Inertia, paymentId: string, version: string, response: Response): Promise<void> {
    const payment = PUBLIC_ID.test(paymentId) ? await this.rows.findByPublicId(paymentId) : null;
    const language = languageOf(response.req);
    const terms = payment && (await this.texts.find(payment, version, language));
    if (!terms) return this.missing(inertia, paymentId, response);
    const head = { title: textsIn(language).terms.title };
    const frame = await this.payments.frameOf(paymentId);
    return inertia.render('Public/Terms', { ...frame, terms }, { head });
  }

  private async showAgain(inertia: Inertia, paymentId: string, refusal: Refusal, response: Response): Promise<void> {
    const props = await this.findProps(paymentId, refusal.code, response);
    if (!props) return this.missing(inertia, paymentId, response);
    const texts = textsIn(languageOf(response.req));
    const name = tierName(texts, props.payment.tokenType, props.payment.tokenLabel);
    const head = { title: texts.payment.head(texts.tokenOf(name)) };
    return inertia.render('Public/Payment', props, { head, status: refusal.status });
  }

  /** For the result pages: they show the stored status, since their address proves nothing. */
  async result(paymentId: unknown): Promise<{ payment: PublicPayment | null }> {
    const opened = typeof paymentId === 'string' ? await this.payments.find(paymentId) : null;
    return { ...opened?.frame(), payment: opened?.payment() ?? null };
  }

  async cancelled(paymentId: unknown): Promise<PageProps['Public/Cancel']> {
    if (typeof paymentId !== 'string' || !PUBLIC_ID.test(paymentId)) return { paymentId: null, returning: null };
    const opened = await this.payments.find(paymentId);
    return { ...opened?.frame(), paymentId, returning: opened?.payment().returning ?? null };
  }

  /** Props that show the project of a payment in the frame of another page; none for an unknown payment. */
  frameOf(paymentId: string | null): Promise<Record<string, unknown>> {
    return this.payments.frameOf(paymentId);
  }

  /** A capture of the payment that could not be used and is being returned. */
  findReturn(paymentId: string): Promise<PublicReturn | null> {
    return this.payments.findReturn(paymentId);
  }
}

function propsOf(opened: ShownPage, problem: unknown, response: Response): PageProps['Public/Payment'] {
  const payment = opened.payment();
  return {
    ...opened.frame(),
    payment,
    formToken: csrfTokenOf(response),
    // A problem with paying is not shown beside money that waits or is being returned, nor beside a token in doubt: the banner names its tier.
    notice:
      payment.returning || payment.moneyWaits || payment.onHold ? null : noticeOf(problem, languageOf(response.req)),
    refreshSeconds: REFRESH_SECONDS,
    ...(payment.terms && isTermsProblem(problem) && { termsError: noticeOf(problem, languageOf(response.req)) ?? '' }),
  };
}

/** Shown at the tick box too, which may be out of sight of the button. */
function isTermsProblem(code: unknown): boolean {
  return code === 'TERMS_REQUIRED' || code === 'TERMS_CHANGED';
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The notice for a known problem code; nothing else of the address is shown. */
function noticeOf(problem: unknown, language: Language): string | null {
  const { problems } = textsIn(language);
  return typeof problem === 'string' && Object.hasOwn(problems, problem)
    ? problems[problem as keyof typeof problems]
    : null;
}

/** Not staff, who look at what they have sold, nor the messenger or scanner on the way to the customer. */
function isCustomer(req: Request): boolean {
  return req.method !== 'HEAD' && principalOf(req) === null && !isLinkPreview(req.get('User-Agent'));
}

/** True without session and form token: the page is the same for every visitor and may be cached. */
function isForAnybody(response: Response): boolean {
  return principalOf(response.req) === null && csrfTokenOf(response) === null;
}

function shown(paymentId: string): string {
  return /^[A-Za-z0-9_-]{1,40}$/.test(paymentId) ? paymentId : '';
}
