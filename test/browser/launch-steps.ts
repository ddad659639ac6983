import type { Page } from 'playwright-core';
import { heading, says, sees } from './steps.js';

export const LOTUS = {
  code: 'lotus-heights',
  name: 'Lotus Heights',
  rera: 'P52100054321',
  catalogue: {
    gold: { name: 'Lotus Gold', price: '75000', prefix: 'LG' },
    silver: { name: 'Lotus Silver', price: '500', prefix: 'LS' },
    platinum: { name: 'Lotus Platinum', price: '150000', prefix: 'LP' },
  },
  terms: {
    summaryEn: 'A token holds your place in the queue of Lotus Heights. It is not an allotment.',
    bodyEn:
      '# What a token is\n\nIt holds a **place** in the queue.\n\n- It is not an allotment of a flat.\n- It is refunded on request until allotment.',
    summaryHi: 'टोकन लोटस हाइट्स की कतार में आपकी जगह है। यह आवंटन नहीं है।',
    bodyHi: '# टोकन क्या है\n\nयह कतार में आपकी जगह है।\n\n- यह फ्लैट का आवंटन नहीं है।\n- आवंटन से पहले माँगने पर पैसा लौटाया जाता है।',
  },
};

interface NewEventFields {
  name: string;
  place: string;
  firstDay?: string;
  lastDay?: string;
  hours?: string;
  seller: RegExp;
}

const EVENT_LABELS = {
  name: 'Name of the event',
  place: 'Place',
  hours: 'Opening hours',
  firstDay: 'First day (India)',
  lastDay: 'Last day (India)',
} as const;

/** Fills the form of a new event, which `makeEvent` sends. */
export async function fillEvent(page: Page, { seller, ...texts }: NewEventFields): Promise<void> {
  await page.getByRole('button', { name: 'New event' }).click();
  for (const [field, text] of Object.entries(texts) as [keyof typeof EVENT_LABELS, string][])
    await page.getByRole('textbox', { name: EVENT_LABELS[field], exact: true }).fill(text);
  await page.getByLabel(seller).check();
}

export async function makeEvent(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Make the event' }).click();
  await page.getByRole('button', { name: `Change ${name}` }).waitFor();
}

/** On the page of a project: a first version of what it sells, open from silver to gold. @param look at what changes, before it is made */
export async function makeLotusCatalogue(page: Page, look?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'New version' }).click();
  for (const [tier, fields] of Object.entries(LOTUS.catalogue)) {
    const label = tier[0]!.toUpperCase() + tier.slice(1);
    await page.getByLabel(`${label}: name`).fill(fields.name);
    await page.getByLabel(`${label}: price (₹)`).fill(fields.price);
    await page.getByLabel(`${label}: prefix`).fill(fields.prefix);
  }
  await page.getByLabel('Silver to gold').selectOption('difference');
  await page.getByRole('button', { name: 'Show what changes' }).click();
  await sees(page, 'Upgrade from silver to gold: not possible → for the difference');
  await look?.();
  await page.getByRole('button', { name: 'Make the version' }).click();
  await says(page, /^Version \d+ has been made/);
}

export async function fillTerms(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New terms' }).click();
  await page.getByLabel('Summary in English').fill(LOTUS.terms.summaryEn);
  await page.getByLabel('Terms in English').fill(LOTUS.terms.bodyEn);
  await page.getByLabel('Summary in Hindi').fill(LOTUS.terms.summaryHi);
  await page.getByLabel('Terms in Hindi').fill(LOTUS.terms.bodyHi);
}

/** Sets a limit on the page of a project. */
export async function limitPlatinum(page: Page, units: number): Promise<void> {
  await page.getByLabel('Platinum tokens at most').fill(String(units));
  await page.getByRole('button', { name: 'Set the limit of platinum' }).click();
  await sees(page, `0 sold, 0 reserved by links, ${units} left.`);
}

/** From the list of projects to the page of a new one. */
export async function makeLotus(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name of the project').fill(LOTUS.name);
  await page.getByLabel('Short name').fill(LOTUS.code);
  await page.getByRole('button', { name: 'Make the project' }).click();
  await heading(page, LOTUS.name);
}
