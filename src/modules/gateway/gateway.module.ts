import { Module } from '@nestjs/common';
import { BankHttpClient } from './bank-http-client.js';
import { BankPaymentGateway } from './bank-payment-gateway.js';
import { GatewayCallRecorder } from './gateway-call-recorder.js';
import { GatewayCallsRepository } from './gateway-calls.repository.js';
import { PaymentGateway } from './payment-gateway.js';

/** Needs GatewaySettings, Clock and UnitOfWork from global modules. */
@Module({
  providers: [
    BankHttpClient,
    { provide: GatewayCallRecorder, useClass: GatewayCallsRepository },
    { provide: PaymentGateway, useClass: BankPaymentGateway },
  ],
  exports: [PaymentGateway],
})
export class GatewayModule {}
