import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { CATALOGUE_PATH, catalogueBody, insertProject, makeCatalogue } from '../support/catalogue.js';
import type { Client } from '../support/client.js';
import { makeTerms, TERMS_PATH, TERMS_TEXTS } from '../support/terms.js';
import { ADMIN, TestApp } from '../support/test-app.js';

const OVERTAKEN = (newest: number) => ({
  status: 409,
  body: {
    error: 'CONFLICT',
    message: `Another version was made meanwhile; the newest is ${newest}. Load the page again to see it.`,
  },
});

describe('a version that another admin made while this one was written', () => {
  let test: TestApp;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    admin = await test.staff(ADMIN);
  });
  afterAll(() => test.close());

  const today = () => istDayOf(test.clock.now());

  describe('of the catalogue', () => {
    const read = async () => (await admin.get(CATALOGUE_PATH)).body.data.versions as { number: number }[];
    const silver = (price: string, basedOn?: number | string | null) => ({
      ...catalogueBody({ effectiveFrom: today(), silver: { price } }),
      basedOn,
    });

    it('is not taken back by what names the version before', async () => {
      const mine = silver('150', 1);
      expect((await admin.post(CATALOGUE_PATH, { ...mine, dryRun: true })).body.data.created.number).toBe(2);
      expect(await makeCatalogue(test, admin, { gold: { price: '55000' } })).toBe(2);
      expect(await admin.post(CATALOGUE_PATH, mine)).toMatchObject(OVERTAKEN(2));
      expect(await admin.post(CATALOGUE_PATH, { ...mine, dryRun: true })).toMatchObject(OVERTAKEN(2));
      expect(await read()).toHaveLength(2);

      const compared = await admin.post(CATALOGUE_PATH, { ...silver('150', 2), dryRun: true });
      expect(compared.body.data.created.changes).toContainEqual({
        what: 'Gold: price',
        from: '₹55,000',
        to: '₹51,000',
      });
      expect((await admin.post(CATALOGUE_PATH, silver('150', 2))).body.data.created).toMatchObject({
        number: 3,
        isNew: true,
      });
    });

    it('does not refuse a repeated request, nor one that names no version', async () => {
      expect((await admin.post(CATALOGUE_PATH, silver('150', 2))).body.data.created).toMatchObject({
        number: 3,
        isNew: false,
      });
      expect((await admin.post(CATALOGUE_PATH, silver('160'))).body.data.created.number).toBe(4);
      expect((await admin.post(CATALOGUE_PATH, silver('170', null))).body.data.created.number).toBe(5);
      for (const basedOn of ['5', -1, 1.5])
        expect(await admin.post(CATALOGUE_PATH, { ...silver('180', 5), basedOn })).toMatchObject({
          status: 400,
          body: { error: 'VALIDATION_FAILED' },
        });
      expect(await read()).toHaveLength(5);
    });

    it('is asked for as 0 where a project has none of its own', async () => {
      await insertProject(test, 2, 'meadows');
      const own = { gold: { prefix: 'MG' }, silver: { prefix: 'MS' }, platinum: { prefix: 'MP' } };
      const path = '/api/admin/projects/meadows/catalogue';
      const first = { ...catalogueBody({ effectiveFrom: today(), ...own }), basedOn: 0 };
      expect((await admin.post(path, first)).body.data.created).toMatchObject({ number: 1, isNew: true });
      const other = { ...catalogueBody({ effectiveFrom: today(), ...own, silverToGold: 'difference' }), basedOn: 0 };
      expect(await admin.post(path, other)).toMatchObject(OVERTAKEN(1));
    });

    it('is told before the days are held against it', async () => {
      await makeCatalogue(test, admin, { effectiveFrom: addDays(today(), 3) });
      expect(await admin.post(CATALOGUE_PATH, silver('190', 5))).toMatchObject(OVERTAKEN(6));
    });
  });

  describe('of the terms', () => {
    const mine = (bodyEn: string, basedOn?: number) => ({ ...TERMS_TEXTS, bodyEn, effectiveFrom: today(), basedOn });

    it('is not taken back by what names the version before, or none', async () => {
      expect((await admin.post(TERMS_PATH, mine('First', 0))).body.message).toBe('Version 1 has been made');
      expect(await admin.post(TERMS_PATH, mine('Other first', 0))).toMatchObject(OVERTAKEN(1));
      expect(await makeTerms(test, admin)).toBe('2');
      expect(await admin.post(TERMS_PATH, mine('Second', 1))).toMatchObject(OVERTAKEN(2));
      expect((await admin.post(TERMS_PATH, mine('Second', 2))).body.message).toBe('Version 3 has been made');
      expect((await admin.post(TERMS_PATH, mine('Second', 2))).body.message).toContain('Version 3 says the same');
      expect((await admin.post(TERMS_PATH, mine('Third'))).body.message).toBe('Version 4 has been made');
      await makeTerms(test, admin, 3);
      expect(await admin.post(TERMS_PATH, mine('Fourth', 4))).toMatchObject(OVERTAKEN(5));
    });

    it('is made by one of several who began at the same', async () => {
      const later = addDays(today(), 3);
      const replies = await Promise.all(
        [1, 2, 3].map((n) => admin.post(TERMS_PATH, { ...mine(`At once ${n}`, 5), effectiveFrom: later })),
      );
      expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    });
  });
});
