import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { insertProject, makeCatalogue } from '../support/catalogue.js';
import { expectBooksAgree, expectInvariants } from '../support/invariants.js';
import { query } from '../support/links.js';
import { payAsCustomer } from '../support/refunds.js';
import { createLink, type Link } from '../support/sales.js';
import { moveToProject } from '../support/projects.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/upgrades.js';

describe('completions at the same time', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await TestApp.start();
  });
  afterEach(async () => {
    await expectInvariants(test);
    await expectBooksAgree(test);
  });
  afterAll(() => test.close());

  it('number the tokens of each series without a gap, in two projects', async () => {
    const [seller, admin] = [await test.staff(SALES), await test.staff(ADMIN)];
    const projectId = await insertProject(test, 2, 'meadows');
    await makeCatalogue(
      test,
      admin,
      { gold: { prefix: 'MG', width: 4 }, silver: { prefix: 'MS' }, platinum: { prefix: 'MP' } },
      'meadows',
    );
    const [version] = await query<{ id: number }>(
      test,
      `SELECT id FROM catalogue_versions WHERE project_id = ${projectId}`,
    );
    const links: Link[] = [];
    for (let made = 0; made < 8; made += 1) links.push(await createLink(seller, 'gold'));
    for (const { paymentId } of links.slice(0, 4)) await moveToProject(test, paymentId, projectId, Number(version?.id));
    await Promise.all(links.map(({ paymentId }) => payAsCustomer(test, paymentId)));
    const numbers = await Promise.all(links.map(async ({ paymentId }) => (await tokenOf(test, paymentId))?.number));
    const sequences = ['1', '2', '3', '4'];
    expect(new Set(numbers)).toEqual(
      new Set([...sequences.map((each) => `GO-00000${each}`), ...sequences.map((each) => `MG-000${each}`)]),
    );
  });

  it('of two versions that want the same prefix one is made', async () => {
    const admin = await test.staff(ADMIN);
    await insertProject(test, 3, 'hills');
    await insertProject(test, 4, 'lakes');
    const prefixes = { gold: { prefix: 'XG' }, silver: { prefix: 'XS' }, platinum: { prefix: 'XP' } };
    const made = await Promise.allSettled(
      ['hills', 'lakes'].map((project) => makeCatalogue(test, admin, prefixes, project)),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const series = await query(test, "SELECT prefix FROM number_series WHERE prefix LIKE 'X%'");
    expect(series).toHaveLength(3);
  });
});
