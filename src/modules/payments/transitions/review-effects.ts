import { Injectable } from '@nestjs/common';
import { LinkEnder } from '../links/link-ender.js';
import { PaymentEmails } from './payment-emails.service.js';
import { PaymentHooks } from './payment-hooks.js';
import { PaymentEventPublisher } from './payment-event-publisher.js';
import type { Review } from './transition.js';

/** What follows from an opened review besides its own row, event and audit entry; same terms as `TransitionEffects`. */
@Injectable()
export class ReviewEffects {
  constructor(
    private readonly emails: PaymentEmails,
    private readonly hooks: PaymentHooks,
    private readonly links: LinkEnder,
    private readonly publisher: PaymentEventPublisher,
  ) {}

  /** Called only by `ReviewRecorder`, once for each review that it opens. */
  async run(review: Review): Promise<void> {
    await this.emails.afterReview(review);
    await this.hooks.afterReview(review);
    await this.endUnusable(review);
    await this.publisher.changed(review.payment.id);
  }

  /** A sale whose money waits for a decision is not paid a second time, nor on a link in place of its own; upgrades end theirs themselves. */
  private async endUnusable({ payment, reason }: Review): Promise<void> {
    if (reason !== 'quota_sold_out' || payment.paymentType === 'upgrade') return;
    await this.links.endIfLive(payment, 'system');
    await this.links.endReplacementsOf(payment, 'system');
  }
}
