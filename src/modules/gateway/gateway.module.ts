import { Module } from '@nestjs/common';
import { BankHttpClient } from './bank-http-client.js';
import { BankPaymentGateway } from './bank-payment-gateway.js';
import { GatewayCallRecorder } from './gateway-call-recorder.js';
import { GatewayCallsRepository } from './gateway-calls.repository.js';
import { Merchants } from './merchants.js';
import { PaymentGateway } from './payment-gateway.js';

/** Needs GatewaySettings, Clock and UnitOfWork from global modules. */
@Module({
  providers: [
    BankHttpClient,
    Merchants,
    { provide: GatewayCallRecorder, useClass: GatewayCallsRepository },
    { provide: PaymentGateway, useClass: BankPaymentGateway },
  ],
  exports: [Merchants, PaymentGateway],
})
export class GatewayModule {}
