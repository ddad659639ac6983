import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CustomersRepository } from '../../src/modules/customers/index.js';
import { SystemClock } from '../../src/runtime/clock.js';
import { isOnServer } from '../support/engine.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';
const ASHA = { salesManagerId: 1, name: 'Asha Menon', email: 'asha@example.com' };
const [OLD, NEW] = ['+919812345678', '+919812345679'];

describe('number and spelling of a customer, corrected by an admin of one project', () => {
  let db: TestDatabase;
  let customers: CustomersRepository;
  let customerId: number;

  const correct = (phone: string, name = ASHA.name) =>
    db.uow.run(() => customers.findOrCorrect({ ...ASHA, name, phone }, [1]));
  const sale = (id: number, projectId: number) =>
    `INSERT INTO payments (id, public_id, customer_id, sales_manager_id, token_type, payment_type, amount, status, reference_type,
       gateway, expires_at, project_id, created_at, updated_at)
     VALUES (${id}, 'p${id}', ${customerId}, 1, 'silver', 'initial', 10000, 'pending', 'direct', 'icici', '${AT}', ${projectId}, '${AT}', '${AT}')`;
  const stored = async () =>
    (await db.dataSource.query(`SELECT name, phone FROM customers WHERE id = ${customerId}`)) as object[];

  beforeAll(async () => {
    db = await openTestDatabase();
    await db.dataSource.query(
      `INSERT INTO users (id, name, email, email_key, role, password_hash, password_changed_at, created_at, updated_at)
       VALUES (1, 'A', 'a@b.co', 'a@b.co', 'admin', 'x', '${AT}', '${AT}', '${AT}')`,
    );
    await db.dataSource.query(
      `INSERT INTO projects (id, code, created_at, updated_at) VALUES (2, 'second', '${AT}', '${AT}')`,
    );
    customers = new CustomersRepository(db.uow, new SystemClock());
    customerId = (await db.uow.run(() => customers.findOrCreate({ ...ASHA, phone: OLD }))).id;
    await db.dataSource.query(sale(1, 1));
  });
  afterAll(() => db.close());

  it('are changed while all payments are of the project', async () => {
    expect(await correct(NEW)).toMatchObject({ phone: NEW });
    expect(await stored()).toEqual([{ name: ASHA.name, phone: NEW }]);
    expect(await correct(OLD, 'asha MENON')).toMatchObject({ id: customerId, name: 'asha MENON', phone: OLD });
    expect(await stored()).toEqual([{ name: 'asha MENON', phone: OLD }]);
    expect(await correct(OLD)).toMatchObject({ name: ASHA.name });
  });

  it('stay when a sale in another project is committed meanwhile', async () => {
    const runner = db.dataSource.createQueryRunner();
    let corrected: Promise<unknown> | undefined;
    await runner.startTransaction();
    await runner.query(sale(2, 2));
    if (isOnServer()) {
      corrected = correct(NEW);
      await delay(300);
    }
    await runner.commitTransaction();
    await runner.release();
    expect(await (corrected ?? correct(NEW))).toBeNull();
    expect(await stored()).toEqual([{ name: ASHA.name, phone: OLD }]);
    expect(await correct(OLD, 'asha menon')).toBeNull();
    // The same contact is none that has to be asked for.
    expect(await correct(OLD)).toMatchObject({ phone: OLD });
  });
});
