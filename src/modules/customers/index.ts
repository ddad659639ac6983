export { CustomersModule } from './customers.module.js';
export { CustomersRepository, nameKey } from './customers.repository.js';
