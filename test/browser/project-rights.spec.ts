import { describe, expect, it } from '@jest/globals';
import { expectAccessible, screenshot } from '../support/browser.js';
import { GOOD_PASSWORD } from '../support/accounts.js';
import { fitsEveryWidth } from './desk-steps.js';
import { stage } from './stage.js';
import { ADMIN, heading, says, sees, soon } from './steps.js';

const LATA = { name: 'Lata Rao', email: 'lata@tokendesk.test', password: GOOD_PASSWORD };

describe('an admin of some projects in the browser', () => {
  // Projects are never deleted.
  const on = stage({ isOwn: true });

  const menuOf = async (page: Awaited<ReturnType<typeof on.admin>>) =>
    (await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()).map((text) => text.trim());

  it('is not offered where there is one project', async () => {
    const page = await on.admin('/admin/staff');
    await heading(page, 'Staff');
    await page.getByRole('button', { name: 'Invite staff' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite staff' });
    await dialog.getByLabel('Role').selectOption('admin');
    expect(await dialog.getByLabel('Projects').count()).toBe(0);
  });

  it('is made one on the screen, and finds a menu without what is closed', async () => {
    const program = await on.program(ADMIN);
    expect((await program.post('/api/admin/projects', { code: 'lake-view', name: 'Lake View' })).status).toBe(201);
    const page = await on.admin('/admin/staff');
    await page.getByRole('button', { name: 'Invite staff' }).click();
    const invite = page.getByRole('dialog', { name: 'Invite staff' });
    await invite.getByLabel('Name', { exact: true }).fill(LATA.name);
    await invite.getByLabel('Work email').fill(LATA.email);
    await invite.getByLabel('Role').selectOption('admin');
    await invite.getByLabel('Projects', { exact: true }).selectOption('some');
    await invite.getByLabel('default').check();
    await fitsEveryWidth(page, 'staff-invite-projects');
    await expectAccessible(page);
    await invite.getByRole('button', { name: 'Send invitation' }).click();
    const made = page.getByRole('dialog', { name: 'One-time link' });
    await made.waitFor();
    const link = /http:\S+\?token=[\w-]{43}/.exec(await made.innerText())?.[0] ?? '';
    await made.getByRole('button', { name: 'Close' }).last().click();
    await sees(page, 'of default');

    await page.getByRole('button', { name: /Lata Rao/ }).click();
    await page.getByRole('menuitem', { name: 'Projects' }).click();
    const dialog = page.getByRole('dialog', { name: 'Projects of Lata Rao' });
    await dialog.getByLabel('default').uncheck();
    await sees(page, 'Without any project the account sees nothing.');
    await dialog.getByLabel('Lake View').check();
    await fitsEveryWidth(page, 'staff-projects');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await sees(page, 'of lake-view');
    await screenshot(page, 'staff-limited');

    const guest = (await on.browser.visitor()).page;
    await guest.goto(link);
    for (const name of ['New password', 'New password again'])
      await guest.getByRole('textbox', { name, exact: true }).fill(LATA.password);
    await guest.getByRole('button', { name: 'Set password', exact: true }).click();
    await guest.waitForURL('**/login');
    const lata = (await on.visitorAs(LATA, '/admin/dashboard')).page;
    await heading(lata, 'Admin Dashboard');
    await soon(async () =>
      expect(await menuOf(lata)).toEqual([
        'Admin Dashboard',
        'My Dashboard',
        'Review Queue',
        'Transaction Analysis',
        'Add Customer',
        'Transactions',
        'Projects',
        // Everybody’s, in development.
        'Test Payment',
        'Gateway Test',
      ]),
    );
    await lata.getByRole('link', { name: 'Projects', exact: true }).click();
    await heading(lata, 'Projects');
    await sees(lata, 'Your projects');
    expect(await lata.getByRole('button', { name: 'New project' }).count()).toBe(0);
    await lata.getByRole('link', { name: 'Lake View' }).click();
    await heading(lata, 'Lake View');
    expect(await menuOf(await on.admin('/admin/dashboard'))).toContain('Staff');
    await lata.goto('/admin/staff');
    await heading(lata, 'Admin Dashboard');
    await says(lata, 'Only an admin of all projects may do this.');
  });
});
