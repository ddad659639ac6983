import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ProductSite } from '../support/product-process.js';
import { findOldestNode } from '../support/programs.mjs';
import { comeBack, createLink, pressPay, statusOf, verify } from '../support/sales.js';
import { SALES } from '../support/test-app.js';

const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  engines: { node: string };
};

it('the built product sells on the oldest Node.js that package.json names, and its command line runs there', async () => {
  const site = await ProductSite.make();
  try {
    site.node = findOldestNode() ?? '';
    expect(engines.node).toBe('>=20.19');
    expect(execFileSync(site.node, ['--version'], { encoding: 'utf8' })).toMatch(/^v20\./);
    await site.start();
    const seller = await site.client().signIn(SALES.email, SALES.password);
    const customer = site.client();
    const { paymentId } = await createLink(seller);
    const fields = await site.bank.press(await pressPay(customer, paymentId), 'pay-upi');
    await verify(customer, await comeBack(customer, fields));
    expect(await statusOf(customer, paymentId)).toBe('completed');
    const receipt = await fetch(`${site.url}/payment/${paymentId}/receipt.pdf`);
    expect([
      receipt.status,
      Buffer.from(await receipt.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ]).toEqual([200, '%PDF-']);
    expect((await site.command('payments', 'check', paymentId, '--json')).stdout).toContain('completed');
  } finally {
    await site.close();
  }
});
