export { CustomersModule } from './customers.module.js';
export { CustomersRepository } from './customers.repository.js';
