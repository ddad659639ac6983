import { Module } from '@nestjs/common';
import { AuthModule } from '../modules/auth/index.js';
import { CustomersModule } from '../modules/customers/index.js';
import { DemoCustomers } from './demo-customers.js';

@Module({ imports: [AuthModule, CustomersModule], providers: [DemoCustomers] })
export class DemoModule {}
