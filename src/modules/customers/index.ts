export { CustomersModule } from './customers.module.js';
export { CustomersRepository } from './customers.repository.js';
export { Holdings } from './holdings.service.js';
