import { Injectable } from '@nestjs/common';
import { PaymentEmails } from './payment-emails.service.js';
import { PaymentEventPublisher } from './payment-event-publisher.js';
import type { Review } from './transition.js';

type Effect = (review: Review) => Promise<void>;

/** What follows from an opened review besides its own row, event and audit entry; same terms as `TransitionEffects`. */
@Injectable()
export class ReviewEffects {
  private readonly others: Effect[] = [];

  constructor(
    private readonly emails: PaymentEmails,
    private readonly news: PaymentEventPublisher,
  ) {}

  /** @param effect of a module that payments does not know: upgrades */
  register(effect: Effect): void {
    this.others.push(effect);
  }

  /** Called only by `ReviewRecorder`, once for each review that it opens. */
  async run(review: Review): Promise<void> {
    await this.emails.afterReview(review);
    for (const effect of this.others) await effect(review);
    await this.news.changed(review.payment.id);
  }
}
