import { randomBytes } from 'node:crypto';
import type { Invoice } from './bank-records.js';
import { NET_BANKS } from './outcomes.js';
import { PAGE_STYLE } from './portal.style.js';
import type { BrowserReturn } from './portal.js';
import { rupeesForPeople } from './rupees.js';

export interface Page {
  title: string;
  main: string;
  /** Allowed targets of its forms. */
  formAction: string;
  script?: string;
}

/** A document with a content security policy that allows only its own style and script. */
export function page(content: Page): { html: string; csp: string } {
  const nonce = randomBytes(16).toString('base64');
  const script = content.script === undefined ? '' : `<script nonce="${nonce}">${content.script}</script>`;
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(content.title)} – Sandbox Bank</title>
<style nonce="${nonce}">${PAGE_STYLE}</style>
</head>
<body>
<header>
<p class="banner"><strong>SANDBOX</strong> – no real money moves</p>
<p class="brand"><span class="mark" aria-hidden="true">S</span><span>Sandbox Bank <small>Payment Gateway</small></span></p>
</header>
<main>${content.main}</main>
<footer>A practice bank for development. Never enter real card or account details.</footer>
${script}
</body>
</html>`;
  const csp = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    content.script === undefined ? "script-src 'none'" : `script-src 'nonce-${nonce}'`,
    `form-action ${content.formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, csp };
}

export function paymentPage(invoice: Invoice, merchantName: string, action: string): Page {
  const amount = rupeesForPeople(invoice.amountPaise);
  const paid = invoice.transactions.some((each) => each.status === 'SUC');
  const main = `
<section class="card" aria-labelledby="heading">
<h1 id="heading">Pay ${escaped(merchantName)}</h1>
${paid ? '<p class="warning" role="status">This invoice is already paid. Paying again charges you twice.</p>' : ''}
<p class="amount">${escaped(amount)}</p>
<dl>
<div><dt>For</dt><dd>${escaped(invoice.description)}</dd></div>
<div><dt>Invoice</dt><dd><code>${escaped(invoice.invoiceNo)}</code></dd></div>
<div><dt>Payer</dt><dd>${escaped(invoice.userName)}</dd></div>
</dl>
</section>
<form method="post" action="${escaped(action)}" class="card">
<fieldset class="methods">
<legend>Choose how to pay</legend>
${method('upi', 'UPI', '<p>A request goes to <code>test@ybl</code>.</p>', amount, true)}
${method('card', 'Card', '<p>Test card ending in <code>0035</code>.</p>', amount, false)}
${method('nb', 'Net banking', bankChoice(), amount, false)}
</fieldset>
<fieldset class="outcomes">
<legend>Or try another ending</legend>
${OTHER_ENDINGS.map(([value, text]) => `<button name="outcome" value="${value}">${text}</button>`).join('\n')}
</fieldset>
</form>`;
  return { title: `Pay ${amount}`, main, formAction: "'self'" };
}

const OTHER_ENDINGS = [
  ['decline', 'Decline'],
  ['cancel', 'Cancel'],
  ['pending-success', 'Stay pending, then succeed'],
  ['pending-decline', 'Stay pending, then decline'],
  ['pay-close-tab', 'Succeed, but never return to the shop'],
  ['pay-no-advice', 'Succeed, but send no advice'],
] as const;

function method(id: string, label: string, body: string, amount: string, checked: boolean): string {
  return `<input type="radio" name="method" id="m-${id}" value="${id}"${checked ? ' checked' : ''}>
<label for="m-${id}">${label}</label>
<div class="panel" id="p-${id}">${body}
<button class="primary" name="outcome" value="pay-${id}">Pay ${escaped(amount)}</button></div>`;
}

function bankChoice(): string {
  const options = NET_BANKS.map((bank) => `<option>${escaped(bank)}</option>`).join('');
  return `<p><label for="bank">Your bank</label> <select id="bank" name="bank">${options}</select></p>`;
}

/** Returns the payer to the merchant: at once with JavaScript, by the button without. */
export function returnPage(way: BrowserReturn): Page {
  const inputs = way.fields
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('\n');
  const main = `
<section class="card">
<h1>Going back to the shop</h1>
<p>Please do not close this tab.</p>
<form method="${way.method}" action="${escaped(way.url)}" id="return">
${inputs}
<button class="primary">Continue</button>
</form>
</section>`;
  return {
    title: 'Going back',
    main,
    formAction: new URL(way.url).origin,
    script: "document.getElementById('return').submit()",
  };
}

export function noticePage(title: string, text: string): Page {
  return {
    title,
    main: `<section class="card"><h1>${escaped(title)}</h1><p>${escaped(text)}</p></section>`,
    formAction: "'none'",
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
