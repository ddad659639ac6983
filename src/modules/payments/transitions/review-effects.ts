import { Injectable } from '@nestjs/common';
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
    private readonly publisher: PaymentEventPublisher,
  ) {}

  /** Called only by `ReviewRecorder`, once for each review that it opens. */
  async run(review: Review): Promise<void> {
    await this.emails.afterReview(review);
    await this.hooks.afterReview(review);
    await this.publisher.changed(review.payment.id);
  }
}
