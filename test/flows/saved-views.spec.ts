import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { SavedView } from '../../src/contracts/saved-views.js';
import { VIEW_LIMITS } from '../../src/contracts/saved-views.js';
import { audited } from '../support/accounts.js';
import type { Client } from '../support/client.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const VIEWS = '/api/admin/views';

describe("saved views of the admin's list", () => {
  let test: TestApp;
  let admin: Client;
  /** Rahul, made an admin. */
  let other: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    await test.get(DataSource).query("UPDATE users SET role = 'admin' WHERE email_key = ?", [OTHER_SALES.email]);
    [admin, other] = [await test.as(ADMIN), await test.as(OTHER_SALES)];
  });
  beforeEach(() => test.get(DataSource).query('DELETE FROM saved_views'));
  afterAll(() => test.close());

  const list = async (client: Client) => (await client.get(VIEWS)).body.data.views as SavedView[];
  const save = async (client: Client, body: object, headers = {}) => client.post(VIEWS, body, headers);
  const made = async (client: Client, name: string, more: object = {}) => {
    const { status, body, text } = await save(client, { name, query: 'status=failed', ...more });
    if (status !== 201) throw new Error(`${name} answered ${status}: ${text}`);
    return (body.data.views as SavedView[]).find((view) => view.name === name)!;
  };
  const change = (client: Client, { id }: SavedView, body: object) => client.call('PUT', `${VIEWS}/${id}`, { body });
  const remove = (client: Client, { id }: SavedView) => client.post(`${VIEWS}/${id}/delete`);
  const entries = async () => {
    const rows = await Promise.all(
      (['view.shared', 'view.changed', 'view.unshared', 'view.deleted'] as const).map((action) =>
        audited(test, action),
      ),
    );
    return rows.map((each) => each.length);
  };

  it('an own view is seen and changed by its owner alone, without a trace', async () => {
    const before = await entries();
    const view = await made(admin, 'Failed gold', {
      query: '?page=7&search=asha&tokenType=gold&status=failed&sort=amount',
    });
    // The order of the list's address, and neither search nor page.
    expect(view).toMatchObject({ query: 'status=failed&tokenType=gold&sort=amount', isShared: false, isOwn: true });
    expect(await list(other)).toEqual([]);
    expect((await change(other, view, { name: 'Mine' })).status).toBe(404);
    expect((await remove(other, view)).status).toBe(404);
    const renamed = await change(admin, view, { name: 'Gold that failed' });
    expect([renamed.status, (await list(admin)).map(({ name }) => name)]).toEqual([200, ['Gold that failed']]);
    expect((await remove(admin, view)).status).toBe(200);
    expect(await list(admin)).toEqual([]);
    expect(await entries()).toEqual(before);
  });

  it('a shared one is seen by every admin, changed by its owner, deleted by any; each is an audit entry', async () => {
    const [shared, changed, unshared, deleted] = await entries();
    const view = await made(other, 'Refunds', { query: 'status=refund_pending', isShared: true });
    expect(await list(admin)).toEqual([{ ...view, isOwn: false }]);
    const refused = await change(admin, view, { name: 'Mine now' });
    expect([refused.status, refused.body.error]).toEqual([403, 'VIEW_OF_ANOTHER']);
    await change(other, view, { query: 'status=refunded' });
    await change(other, view, { query: 'status=refunded' });
    await change(other, view, { isShared: false });
    expect(await list(admin)).toEqual([]);
    await change(other, view, { isShared: true });
    expect((await remove(admin, view)).status).toBe(200);
    expect((await remove(admin, view)).body.error).toBe('VIEW_NOT_FOUND');
    expect(await list(other)).toEqual([]);
    expect(await entries()).toEqual([shared! + 2, changed! + 1, unshared! + 1, deleted! + 1]);
    const [entry] = (await audited(test, 'view.deleted')).slice(-1);
    expect(entry).toMatchObject({ subject_type: 'view', subject_id: view.id, reason: 'status=refunded' });
    expect(JSON.stringify(entry)).not.toContain('Refunds');
  });

  it('a repeated request saves once; two people may use one name, one person not', async () => {
    const key = { 'idempotency-key': 'view-1' };
    const body = { name: 'Same', query: 'status=failed' };
    const [first, second] = [await save(admin, body, key), await save(admin, body, key)];
    expect(second.body).toEqual(first.body);
    expect(await list(admin)).toHaveLength(1);
    await made(other, 'Same');
    const taken = await save(admin, { ...body, name: 'sAME' });
    expect([taken.status, taken.body.error, taken.body.details]).toEqual([
      409,
      'VIEW_NAME_TAKEN',
      { name: expect.any(String) },
    ]);
    const view = await made(admin, 'Another');
    expect((await change(admin, view, { name: 'Same' })).body.error).toBe('VIEW_NAME_TAKEN');
  });

  it('null leaves a field out', async () => {
    const view = await made(admin, 'Null', { isShared: null });
    expect(view).toMatchObject({ isShared: false, query: 'status=failed' });
    await change(admin, view, { isShared: true });
    for (const body of [
      { name: null },
      { query: null },
      { isShared: null },
      { name: null, query: null, isShared: null },
    ])
      expect((await change(admin, view, body)).status).toBe(200);
    expect(await list(admin)).toEqual([{ ...view, isShared: true }]);
  });

  it('two changes of one moment are both kept', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const view = await made(admin, `Round ${round}`);
      await Promise.all([change(admin, view, { name: `Done ${round}` }), change(admin, view, { isShared: true })]);
      expect((await list(other)).map(({ name }) => name)).toContain(`Done ${round}`);
    }
  });

  it.each([
    [{ name: 'x', query: 'status=paid' }, 422, 'FILTER_INVALID'],
    [{ name: 'x', query: '' }, 422, 'FIELD_ERRORS'],
    [{ name: 'x', query: 'search=asha' }, 422, 'FIELD_ERRORS'],
    [{ name: '', query: 'status=failed' }, 422, 'FIELD_ERRORS'],
    [{ name: 'x'.repeat(41), query: 'status=failed' }, 422, 'FIELD_ERRORS'],
    [{ name: 'x', query: 'status=failed', ownerId: 1 }, 400, 'VALIDATION_FAILED'],
  ])('%j is refused', async (body, status, error) => {
    const answer = await save(admin, body);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it('a person has twenty, also when two come at once; forty are shared', async () => {
    const insert = (client: string, number: number, isShared: 0 | 1) =>
      test.get(DataSource).query(
        `INSERT INTO saved_views (public_id, owner_id, name, name_key, query, is_shared, created_at, updated_at)
         SELECT ?, id, ?, ?, 'status=failed', ?, '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000' FROM users WHERE email_key = ?`,
        [
          `v${isShared}${String(number).padStart(24, '0')}`,
          `V${isShared}${number}`,
          `v${isShared}${number}`,
          isShared,
          client,
        ],
      );
    for (let at = 1; at < VIEW_LIMITS.own; at += 1) await insert(ADMIN.email, at, 0);
    const both = await Promise.all([1, 2].map((at) => save(admin, { name: `Last ${at}`, query: 'status=failed' })));
    expect(both.map(({ status }) => status).sort((one, two) => one - two)).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error).toBe('TOO_MANY_VIEWS');
    for (let at = 1; at < VIEW_LIMITS.shared; at += 1) await insert(SALES.email, at, 1);
    // The last place, wanted by two admins at once.
    await remove(
      admin,
      (await list(admin)).find(({ isOwn }) => isOwn)!,
    );
    const last = { name: 'Last shared', query: 'status=failed', isShared: true };
    const two = await Promise.all([admin, other].map((client) => save(client, last)));
    expect(two.map(({ status }) => status).sort((one, next) => one - next)).toEqual([201, 409]);
    const shared = await save(other, { name: 'One more', query: 'status=failed', isShared: true });
    expect([shared.status, shared.body.error]).toEqual([409, 'TOO_MANY_VIEWS']);
    const own = await made(other, 'Own');
    expect((await change(other, own, { isShared: true })).body.error).toBe('TOO_MANY_VIEWS');
  });
});
