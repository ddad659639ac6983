import { Module, type DynamicModule } from '@nestjs/common';
import { AdviceDesk } from './advice-desk.js';
import { BankContext } from './bank-context.js';
import { CommandDesk } from './command-desk.js';
import { ControlController } from './control.controller.js';
import { GatewayController } from './gateway.controller.js';
import { InvoiceDesk } from './invoice-desk.js';
import { NightWatch } from './night-watch.js';
import { PortalController } from './portal.controller.js';
import { Portal } from './portal.js';
import { RefundDesk } from './refund-desk.js';
import { SettlementDesk } from './settlement-desk.js';

@Module({})
export class SandboxBankModule {
  static with(bank: BankContext): DynamicModule {
    return {
      module: SandboxBankModule,
      controllers: [GatewayController, PortalController, ControlController],
      providers: [
        { provide: BankContext, useValue: bank },
        AdviceDesk,
        CommandDesk,
        InvoiceDesk,
        NightWatch,
        Portal,
        RefundDesk,
        SettlementDesk,
      ],
    };
  }
}
