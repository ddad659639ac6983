import { istDayOf } from '../../../src/domain/calendar/ist-day.js';
import { catalogueBody, tierBody } from '../../support/catalogue.js';
import { createButton } from '../../browser/desk-steps.js';
import { ADMIN, sees } from '../../browser/steps.js';
import type { Cast } from '../cast.js';
import { LONG, somebody } from '../people.js';
import type { Room } from '../scene.js';

const ROW_HOUSE = 'Row house beside the lake, with a garden';
/** As many as a version can have, with the longest name and the highest price. */
const MORE = [
  tierBody('villa', 'gold', '7500000', 'VI'),
  tierBody('row-house', 'gold', '4500000', 'RH', { name: ROW_HOUSE }),
  tierBody('plot', 'gold', '1200000', 'LO'),
  tierBody('penthouse', 'platinum', '10000000', 'PH', { description: 'The whole top floor, with a terrace' }),
  tierBody('duplex', 'platinum', '9900000', 'DU'),
  tierBody('shop-1', 'silver', '250000', 'SA', { name: 'Shop, ground floor' }),
  tierBody('shop-2', 'silver', '225000.50', 'SB', { name: 'Shop, first floor' }),
  tierBody('office', 'silver', '990000', 'OF'),
  tierBody('studio', 'silver', '150000', 'ST'),
];
let villa = '';
let gold = { name: '', tokenNumber: '' };

/** What is sold under names of its own, beside gold, silver and platinum. */
export const TIERS: Room = {
  name: 'tiers',
  title: 'Tiers with codes of their own',
  hasDark: true,
  prepare: twelveTiers,
  scenes: [
    {
      screen: 'Add New Customer',
      state: 'twelve tiers, two of them limited',
      main: true,
      open: async (cast) => {
        const page = await cast.seller('/customer-form');
        await createButton(page).waitFor();
        await sees(page, /^39 left$/);
        return page;
      },
    },
    {
      screen: 'Dashboard',
      state: 'long names and large sums',
      main: true,
      open: async (cast) => {
        const page = await cast.seller('/dashboard');
        await sees(page, ROW_HOUSE);
        return page;
      },
    },
    {
      screen: 'Admin Dashboard',
      state: 'long names and large sums',
      main: true,
      open: async (cast) => {
        const page = await cast.admin('/admin/dashboard');
        await sees(page, ROW_HOUSE);
        return page;
      },
    },
    {
      screen: 'Upgrade to Platinum',
      state: 'three tiers lead on',
      open: async (cast) => {
        const page = await cast.seller(`/dashboard?search=${gold.tokenNumber}`);
        await page.getByRole('button', { name: `More: ${gold.name}` }).click();
        await page.getByRole('menuitem', { name: 'Upgrade to Platinum' }).click();
        await page.getByRole('button', { name: /^Create upgrade link to Duplex/ }).waitFor();
        return page;
      },
    },
    {
      screen: 'Catalogue',
      state: 'twelve tiers in force',
      open: (cast) => cast.admin('/admin/catalogue'),
    },
    {
      screen: 'Catalogue',
      state: 'a tier is added',
      open: async (cast) => {
        const page = await cast.admin('/admin/catalogue');
        await page.getByRole('button', { name: 'New version' }).click();
        await page.getByRole('button', { name: 'Take studio out' }).click();
        await page.getByRole('button', { name: 'Add a tier' }).click();
        await page.getByLabel('Tier 12: code').waitFor();
        return page;
      },
    },
    {
      screen: 'Project',
      state: 'limits of twelve tiers',
      open: async (cast) => {
        const page = await cast.admin('/admin/project');
        await page.getByLabel('Villa tokens at most').waitFor();
        return page;
      },
    },
    { screen: 'Payment page', state: 'of a villa', open: (cast) => cast.customer('en', `/payment/${villa}`) },
  ],
};

async function twelveTiers(cast: Cast): Promise<void> {
  const admin = await cast.program(ADMIN);
  const paths = ['penthouse', 'duplex'].map((to) => ({ from: 'gold', to, price: 'difference' }));
  const body = { ...catalogueBody({ effectiveFrom: istDayOf(new Date()), more: MORE, paths }) };
  const made = await admin.call('POST', '/api/admin/projects/default/catalogue', { body });
  if (made.status >= 400) throw new Error(`the catalogue was refused: ${made.text}`);
  const limit = (tierCode: string, units: number) =>
    admin.call('PUT', '/api/admin/projects/default/quotas', { body: { tierCode, limit: String(units) } });
  await limit('villa', 40);
  await limit('penthouse', 3);
  const sold = async (tierCode: string, tokenType: 'gold' | 'silver', amount: number, customerData = somebody()) =>
    cast.link(tokenType, { tierCode, amount, customerData });
  villa = (await sold('villa', 'gold', 7_500_000)).paymentId;
  await sold('shop-2', 'silver', 225_000.5);
  const rowHouse = await sold('row-house', 'gold', 4_500_000, LONG);
  await cast.settle(rowHouse.paymentId);
  await cast.refund(rowHouse.paymentId, 1500.5);
  const upgradable = await cast.paid('gold', { customerData: { ...somebody(), name: 'Kavya Reddy' } });
  gold = { name: 'Kavya Reddy', tokenNumber: upgradable.tokenNumber };
}
