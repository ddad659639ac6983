import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BankContext } from './bank-context.js';
import { noticePage, page, paymentPage, returnPage, type Page } from './portal.page.js';
import { Portal } from './portal.js';
import { readRawBody } from './raw-body.js';

/** The hosted payment page, where a payer chooses the outcome. */
@Controller('portal/pay/i')
export class PortalController {
  constructor(
    private readonly bank: BankContext,
    private readonly portal: Portal,
  ) {}

  @Get(':token')
  show(@Param('token') token: string, @Res() response: Response): void {
    const invoice = this.bank.state.invoiceByToken(token);
    if (invoice === undefined)
      return send(response, 404, this.notice('Link not found', 'This payment link does not exist.'));
    if (invoice.dueAt < this.bank.clock.nowMs()) return send(response, 410, this.expired());
    send(
      response,
      200,
      paymentPage(
        invoice,
        this.bank.merchantOf(invoice).merchantName ?? this.bank.config.merchantName,
        `${this.bank.pageUrl(token)}/outcome`,
      ),
    );
  }

  @Post(':token/outcome')
  async decide(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const form = new URLSearchParams(await readRawBody(request));
    const invoice = this.bank.state.invoiceByToken(token);
    if (invoice === undefined)
      return send(response, 404, this.notice('Link not found', 'This payment link does not exist.'));
    if (invoice.dueAt < this.bank.clock.nowMs()) return send(response, 410, this.expired());
    const way = this.portal.press(invoice, form.get('outcome'), form.get('bank') ?? undefined);
    if (way === undefined) return send(response, 400, this.notice('Nothing happened', 'No such outcome.'));
    if (way === null)
      return send(
        response,
        200,
        this.notice('Payment received', 'You can close this tab now. The shop is not told by your browser.'),
      );
    send(response, 200, returnPage(way));
  }

  private expired(): Page {
    return this.notice('Link expired', 'This payment link is past its due date. Nothing was charged.');
  }

  private notice(title: string, text: string): Page {
    return noticePage(title, text);
  }
}

function send(response: Response, status: number, content: Page): void {
  const { html, csp } = page(content);
  response
    .status(status)
    .set({
      'content-security-policy': csp,
      'cache-control': 'no-store',
      // A stricter policy would make the form's origin null, unlike at the real bank.
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
    })
    .type('html')
    .send(html);
}
