import { Module, type DynamicModule } from '@nestjs/common';
import { AdviceSender } from './advice-sender.js';
import { BankContext } from './bank-context.js';
import { CommandService } from './command.service.js';
import { ControlController } from './control.controller.js';
import { GatewayController } from './gateway.controller.js';
import { InvoiceService } from './invoice.service.js';
import { Scheduler } from './scheduler.js';
import { PortalController } from './portal.controller.js';
import { Portal } from './portal.js';
import { BankRefundService } from './bank-refund.service.js';
import { BankSettlementService } from './bank-settlement.service.js';

@Module({})
export class SandboxBankModule {
  static with(bank: BankContext): DynamicModule {
    return {
      module: SandboxBankModule,
      controllers: [GatewayController, PortalController, ControlController],
      providers: [
        { provide: BankContext, useValue: bank },
        AdviceSender,
        CommandService,
        InvoiceService,
        Scheduler,
        Portal,
        BankRefundService,
        BankSettlementService,
      ],
    };
  }
}
