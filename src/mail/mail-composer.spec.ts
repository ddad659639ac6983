import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Settings } from '../config/settings.token.js';
import type { MailOutboxEntity } from '../database/entities/mail-outbox.entity.js';
import type { Vault } from '../runtime/vault.js';
import { LOGO_CID } from './email-html.js';
import { MailAttachments } from './mail-attachments.js';
import { MailComposer } from './mail-composer.js';
import type { MailProjects } from './mail-projects.queries.js';

it('shows the logo, and an email goes out without it once the file is gone', async () => {
  const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const file = join(mkdtempSync(join(tmpdir(), 'logo-')), 'logo.png');
  writeFileSync(file, 'picture');
  const company = {
    name: 'Sky',
    legalName: null,
    supportPhone: '1',
    supportEmail: 'a@sky.test',
    officeAddress: 'Pune',
  };
  const settings = {
    appUrl: 'https://pay.example.com',
    mailFrom: 'pay@sky.test',
    company: { ...company, logo: { file, width: 1, height: 1, version: 'v' } },
  } as unknown as Settings;
  const mail = {
    template: 'account-notice',
    data: JSON.stringify({ firstName: 'Zoë', event: 'factor-on', at: '2026-01-31T20:30:00.000Z' }),
    dedupeKey: 'one',
    createdAt: new Date(0),
  } as MailOutboxEntity;
  const composer = new MailComposer(new MailAttachments(), {} as Vault, {} as MailProjects, settings);
  const withLogo = await composer.compose(mail);
  expect([withLogo.attachments.map(({ cid }) => cid), withLogo.html.includes(`cid:${LOGO_CID}`)]).toEqual([
    [LOGO_CID],
    true,
  ]);
  rmSync(file);
  const without = await composer.compose(mail);
  expect([without.attachments, without.html.includes('cid:')]).toEqual([[], false]);
  expect(error).toHaveBeenCalledTimes(1);
});
