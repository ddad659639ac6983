import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CustomersRepository } from '../../src/modules/customers/index.js';
import { SystemClock } from '../../src/runtime/clock.js';
import { isOnServer } from '../support/engine.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';
const ASHA = { salesManagerId: 1, name: 'Asha Menon', email: 'asha@example.com' };
const [OLD, NEW] = ['+919812345678', '+919812345679'];

describe('the number of a customer, corrected by an admin of one project', () => {
  let db: TestDatabase;
  let customers: CustomersRepository;
  let customerId: number;

  const correct = (phone: string) => db.uow.run(() => customers.findOrCreateWithPhone({ ...ASHA, phone }, [1]));
  const sale = (id: number, projectId: number) =>
    `INSERT INTO payments (id, public_id, customer_id, sales_manager_id, token_type, payment_type, amount, status, reference_type,
       gateway, expires_at, project_id, created_at, updated_at)
     VALUES (${id}, 'p${id}', ${customerId}, 1, 'silver', 'initial', 10000, 'pending', 'direct', 'icici', '${AT}', ${projectId}, '${AT}', '${AT}')`;
  const stored = async () =>
    (await db.dataSource.query(`SELECT phone FROM customers WHERE id = ${customerId}`)) as { phone: string }[];

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

  it('is changed while all payments are of the project', async () => {
    expect(await correct(NEW)).toMatchObject({ phone: NEW });
    expect(await stored()).toEqual([{ phone: NEW }]);
    expect(await correct(OLD)).toMatchObject({ phone: OLD });
  });

  it('stays when a sale in another project is committed meanwhile', async () => {
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
    expect(await stored()).toEqual([{ phone: OLD }]);
    // The same number is none that has to be asked for.
    expect(await correct(OLD)).toMatchObject({ phone: OLD });
  });
});
