export { AttemptsRepository } from './attempts.repository.js';
export { presentCheck } from './payment.presenter.js';
export { PaymentsModule } from './payments.module.js';
export { PaymentsQueries } from './payments.queries.js';
export { PollService } from './poll.service.js';
export { StatusChecker } from './status-checker.service.js';
