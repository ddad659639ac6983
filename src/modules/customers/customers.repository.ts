import { Injectable } from '@nestjs/common';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import { emailKey } from '../../domain/email.js';
import { Clock } from '../../runtime/clock.js';

export interface CustomerDetails {
  salesManagerId: number;
  name: string;
  email: string;
  /** `+91…`; null leaves a number that is known already. */
  phone: string | null;
}

@Injectable()
export class CustomersRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The manager's customer of this e-mail and name, made when new. A number given later is taken over. */
  async findOrCreate(details: CustomerDetails): Promise<CustomerEntity> {
    const known = await this.findByIdentity(details);
    if (!known) return this.create(details);
    if (details.phone && details.phone !== known.phone) await this.updatePhone(known, details.phone);
    return known;
  }

  /** As `findOrCreate`, and the number is exactly this one, none included. */
  async findOrCreateWithPhone(details: CustomerDetails): Promise<CustomerEntity> {
    const customer = await this.findOrCreate(details);
    if (customer.phone !== details.phone) await this.updatePhone(customer, details.phone);
    return customer;
  }

  async countAll(): Promise<number> {
    return this.uow.manager.getRepository(CustomerEntity).count();
  }

  private findByIdentity(details: CustomerDetails): Promise<CustomerEntity | null> {
    return this.uow.manager.getRepository(CustomerEntity).findOneBy({
      salesManagerId: details.salesManagerId,
      emailKey: keyOf(details.email),
      nameKey: nameKey(details.name),
    });
  }

  private async create(details: CustomerDetails): Promise<CustomerEntity> {
    const now = this.clock.now();
    const row = {
      salesManagerId: details.salesManagerId,
      name: details.name,
      nameKey: nameKey(details.name),
      email: details.email,
      emailKey: keyOf(details.email),
      phone: details.phone,
      createdAt: now,
      updatedAt: now,
    };
    const repository = this.uow.manager.getRepository(CustomerEntity);
    try {
      await repository.insert(row);
    } catch (error) {
      // Two links for a new customer at the same moment: the other one made the row.
      if (!isUniqueViolation(error)) throw error;
    }
    const made = await this.findByIdentity(details);
    if (!made) throw new Error('the customer that was just stored cannot be read');
    return made;
  }

  private async updatePhone(customer: CustomerEntity, phone: string | null): Promise<void> {
    customer.phone = phone;
    customer.updatedAt = this.clock.now();
    await this.uow.manager
      .getRepository(CustomerEntity)
      .update({ id: customer.id }, { phone, updatedAt: customer.updatedAt });
  }
}

/** The DTOs let nothing through that is no address; the seed and imports get the same treatment. */
function keyOf(email: string): string {
  const key = emailKey(email);
  if (key === null) throw new Error('a customer without a usable e-mail address');
  return key;
}

/** Lower case and single spaces: two spellings that a person takes for the same name. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
