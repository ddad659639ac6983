import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { linkExpiry } from '../domain/payment/link-expiry.js';
import { DEFAULT_CATALOGUE, tierOf } from '../domain/catalogue/catalogue-rules.js';
import { DEFAULT_EVENT_ID } from '../domain/projects/event-rules.js';
import { DEFAULT_PROJECT_ID } from '../domain/projects/project-rules.js';
import { type ReferenceType, type TokenType } from '../domain/payment/token-catalogue.js';
import { DemoSeed } from '../modules/auth/index.js';
import { CustomersRepository } from '../modules/customers/index.js';
import { PaymentsRepository } from '../modules/payments/index.js';
import { Clock } from '../runtime/clock.js';
import { newPublicId } from '../runtime/ids.js';

interface DemoSale {
  seller: string;
  name: string;
  email: string;
  phone: string;
  tokenType: TokenType;
  referenceType: ReferenceType;
  brokerName: string | null;
}

const SALES: DemoSale[] = [
  sale('priya', 'Asha Rao', 'asha.rao@example.com', '+919876543210', 'gold'),
  sale('priya', 'Vikram Iyer', 'vikram.iyer@example.com', '+919812345670', 'silver'),
  sale('priya', 'Meera Nair', 'meera.nair@example.com', '+919900112233', 'platinum', 'Skyline Realty'),
  sale('rahul', 'Imran Khan', 'imran.khan@example.com', '+919820098200', 'gold'),
  sale('rahul', 'Kavya Reddy', 'kavya.reddy@example.com', '+919845012345', 'silver'),
];

/** Demo data for an empty database outside production: staff, and a few customers with unpaid links. */
@Injectable()
export class DemoCustomers implements OnApplicationBootstrap {
  private readonly logger = new Logger('Demo');

  constructor(
    private readonly staff: DemoSeed,
    private readonly customers: CustomersRepository,
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.demoSeed) return;
    await this.staff.run();
    if ((await this.customers.countAll()) === 0) await this.uow.run(() => this.plant());
  }

  /** Concurrency-safe: of instances that start together on an empty database one creates the customers. */
  private async plant(): Promise<void> {
    await this.staff.lock();
    if ((await this.customers.countAll()) > 0) return;
    const sellers = await this.staff.sellers();
    // A database with staff of its own gets no demo customers; an instance that still creates the staff adds the customers itself.
    if (SALES.some(({ seller }) => !sellers.has(seller))) return;
    for (const demo of SALES) await this.sell(sellers.get(demo.seller)!, demo);
    this.logger.log({ msg: 'demo customers created', customers: SALES.length });
  }

  /** Without a call to the bank: the invoice is created when somebody presses Pay. */
  private async sell(salesManagerId: number, demo: DemoSale): Promise<void> {
    const { name, email, phone, tokenType, referenceType, brokerName } = demo;
    const customer = await this.customers.findOrCreate({ salesManagerId, name, email, phone });
    const now = this.clock.now();
    await this.payments.insert({
      publicId: newPublicId(),
      customerId: customer.id,
      projectId: DEFAULT_PROJECT_ID,
      eventId: DEFAULT_EVENT_ID,
      salesManagerId,
      tokenType,
      paymentType: 'initial',
      referenceType,
      brokerName,
      amount: tierOf(DEFAULT_CATALOGUE, tokenType).price,
      status: 'pending',
      gateway: 'icici',
      expiresAt: linkExpiry(now, this.settings.linkTtlHours),
      createdAt: now,
      updatedAt: now,
    });
  }
}

function sale(
  seller: string,
  name: string,
  email: string,
  phone: string,
  tokenType: TokenType,
  broker?: string,
): DemoSale {
  const referenceType: ReferenceType = broker ? 'channelPartner' : 'direct';
  return { seller, name, email, phone, tokenType, referenceType, brokerName: broker ?? null };
}
