import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import { emailKey } from '../../domain/people/email.js';
import type { ProjectIds } from '../../domain/people/project-rights.js';
import { Clock } from '../../runtime/clock.js';

/** Code points that `customers.name_key` holds. */
const MAX_NAME_KEY = 120;

export interface CustomerDetails {
  salesManagerId: number;
  name: string;
  email: string;
  /** `+91…`; null keeps a stored number. */
  phone: string | null;
}

type CustomerIdentity = Omit<CustomerDetails, 'phone'>;

interface CorrectedDetails extends CustomerDetails {
  /** The number is for a new customer alone; a known one keeps the own number. */
  keepsPhone?: boolean;
}

@Injectable()
export class CustomersRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The seller's customer with this email and name, created when new (docs/product.md#customers). A given number replaces the
   * stored one.
   */
  async findOrCreate(details: CustomerDetails): Promise<CustomerEntity> {
    const known = await this.findByIdentity(details);
    if (!known) return this.create(details);
    if (details.phone && details.phone !== known.phone) await this.update(known, { phone: details.phone });
    return known;
  }

  /**
   * As `findOrCreate`; number (unless it is kept) and spelling of the name become exactly these, no number included. The row is locked before
   * what it holds is compared: a payment that is being made for the customer holds it.
   * @param projectIds projects whose payments alone may show what goes; null: all
   * @returns null when payments outside of these projects show another number or spelling
   */
  async findOrCorrect(details: CorrectedDetails, projectIds: ProjectIds): Promise<CustomerEntity | null> {
    const customer = (await this.findByIdentity(details)) ?? (await this.create(details));
    if (isShownAs(customer, details)) return customer;
    const locked = await this.findForUpdate(customer.id);
    if (isShownAs(locked, details)) return locked;
    if (projectIds !== null && (await this.hasPaymentOutside(locked.id, projectIds))) return null;
    await this.update(locked, { name: details.name, phone: details.keepsPhone ? locked.phone : details.phone });
    return locked;
  }

  /** The seller's customer with this email and name, as stored now: nothing is locked. */
  find(identity: CustomerIdentity): Promise<CustomerEntity | null> {
    return this.uow.manager.getRepository(CustomerEntity).findOneBy(identityOf(identity));
  }

  async countAll(): Promise<number> {
    return this.uow.manager.getRepository(CustomerEntity).count();
  }

  private hasPaymentOutside(customerId: number, projectIds: readonly number[]): Promise<boolean> {
    return this.uow.manager.getRepository(PaymentEntity).existsBy({ customerId, projectId: Not(In([...projectIds])) });
  }

  private findForUpdate(id: number): Promise<CustomerEntity> {
    const query = this.uow.manager.getRepository(CustomerEntity).createQueryBuilder('c').where('c.id = :id', { id });
    return (this.uow.isSqlite ? query : query.setLock('pessimistic_write')).getOneOrFail();
  }

  /** Held until the end of the unit of work, so that an erasure at the same moment comes before the sale or waits for it. */
  private findByIdentity(details: CustomerDetails): Promise<CustomerEntity | null> {
    const held = this.uow.isSqlite ? {} : { lock: { mode: 'pessimistic_read' as const } };
    return this.uow.manager.getRepository(CustomerEntity).findOne({ where: identityOf(details), ...held });
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
      // A concurrent sale to the same new customer created the row.
      if (!isUniqueViolation(error)) throw error;
    }
    const made = await this.findByIdentity(details);
    if (!made) throw new Error('the customer that was just stored cannot be read');
    return made;
  }

  private async update(customer: CustomerEntity, changed: { name?: string; phone: string | null }): Promise<void> {
    Object.assign(customer, changed, { updatedAt: this.clock.now() });
    await this.uow.manager
      .getRepository(CustomerEntity)
      .update({ id: customer.id }, { ...changed, updatedAt: customer.updatedAt });
  }
}

function identityOf({ salesManagerId, email, name }: CustomerIdentity) {
  return { salesManagerId, emailKey: keyOf(email), nameKey: nameKey(name) };
}

function isShownAs(customer: CustomerEntity, { name, phone }: CustomerDetails): boolean {
  return customer.name === name && customer.phone === phone;
}

/** DTOs validate addresses; seed and imports are validated here. */
function keyOf(email: string): string {
  const key = emailKey(email);
  if (key === null) throw new Error('a customer without a usable e-mail address');
  return key;
}

/**
 * The key of a name of at most 120 code points: lower case and single spaces. `İ` alone has a longer lower case, `i` and a dot above
 * (Unicode, SpecialCasing.txt). Where that exceeds the column, the last ones stay capitals, and a search finds the name by its other
 * letters: keys of different names still differ.
 */
export function nameKey(name: string): string {
  const key = name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
  const excess = [...key].length - MAX_NAME_KEY;
  if (excess <= 0) return key;
  const parts = key.split('i\u0307');
  const lowered = Math.max(parts.length - excess, 1);
  return [parts.slice(0, lowered).join('i\u0307'), ...parts.slice(lowered)].join('İ');
}
