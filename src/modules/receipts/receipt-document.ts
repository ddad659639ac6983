import PDFDocument from 'pdfkit';
import type { PublicReceipt, PublicRefund } from '../../contracts/after-payment.js';
import { istDate, istMoment } from '../../domain/calendar/ist-time.js';
import { formatInr } from '../../domain/money/money.js';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

/** Scripts of receipts, without ligatures, which stand for several letters. */
const LAST_LETTER = 0x25ff;

/**
 * Opened once: parsing a font costs more than drawing a receipt. pdfkit accepts an opened font in place of its bytes, which its
 * types do not say; a document embeds only the letters used. A letter must be requested by its character before it is met as a
 * part of another (the o of ö): the font maps a glyph to the first character, by which readers copy text.
 */
function opened(file: string): Uint8Array {
  const font = create(readFileSync(resolve(`dejavu-fonts-ttf/ttf/${file}`))) as Font;
  for (const character of font.characterSet) if (character <= LAST_LETTER) font.glyphForCodePoint(character);
  return font as unknown as Uint8Array;
}

const REGULAR = opened('DejaVuSans.ttf');
const BOLD = opened('DejaVuSans-Bold.ttf');

/** The content of one receipt. */
export interface ReceiptDocument {
  receipt: PublicReceipt;
  payer: { name: string; email: string };
  bankReference: string | null;
  company: { name: string; supportPhone: string; supportEmail: string; officeAddress: string };
  /** Paid at the sandbox bank: the document says that it is no proof. */
  sandbox: boolean;
  /** The receipt's page. */
  url: string;
}

type Pdf = PDFKit.PDFDocument;

const MARGIN = 56;
const LABEL_WIDTH = 150;
const INK = '#161b26';
const QUIET = '#525c6e';
const LINE = '#dfe3ea';
const WARNING = '#7d4a00';
/** Scripts of the embedded font; others would print as empty boxes. */
const PRINTABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/**
 * Renders one A4 page with embedded fonts: readers' own fonts have no rupee sign.
 * @param compress false keeps the drawing commands readable
 */
export function renderReceipt(document: ReceiptDocument, compress = true): Promise<Buffer> {
  const { receipt, company } = document;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    compress,
    // No standard font besides the embedded ones.
    font: '',
    lang: 'en-IN',
    displayTitle: true,
    info: {
      Title: `Receipt ${receipt.number}`,
      Author: company.name,
      Subject: receipt.purchase,
      CreationDate: new Date(receipt.issuedAt),
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.registerFont('regular', REGULAR).registerFont('bold', BOLD);
  drawHead(pdf, document);
  drawAmount(pdf, receipt);
  drawFacts(pdf, document);
  drawRefunds(pdf, receipt.refunds);
  drawFoot(pdf, document);
  pdf.end();
  return done;
}

function drawHead(pdf: Pdf, { receipt, company, sandbox }: ReceiptDocument): void {
  if (sandbox)
    pdf.font('bold').fontSize(11).fillColor(WARNING).text('Sandbox – no real money', { align: 'center' }).moveDown(1);
  pdf.font('bold').fontSize(14).fillColor(INK).text(printable(company.name));
  pdf.font('regular').fontSize(9).fillColor(QUIET).text(printable(company.officeAddress));
  pdf.moveDown(2);
  pdf.font('bold').fontSize(22).fillColor(INK).text(`Receipt ${receipt.number}`);
  pdf
    .font('regular')
    .fontSize(10)
    .fillColor(QUIET)
    .text(`Issued on ${istMoment(receipt.issuedAt)}`);
  pdf.moveDown(1.2);
}

function drawAmount(pdf: Pdf, { amount, amountInWords }: PublicReceipt): void {
  pdf.font('regular').fontSize(10).fillColor(QUIET).text('Amount received');
  pdf.font('bold').fontSize(24).fillColor(INK).text(inr(amount));
  pdf.font('regular').fontSize(11).fillColor(INK).text(amountInWords);
  pdf.moveDown(1);
}

function drawFacts(pdf: Pdf, { receipt, payer, bankReference }: ReceiptDocument): void {
  // A name in another script is left out; the address identifies the payer.
  const name = PRINTABLE.test(payer.name) && payer.name !== '' ? [`${payer.name}`] : [];
  const facts: [string, string | null][] = [
    ['Received from', [...name, payer.email].join(', ')],
    ['For', receipt.purchase],
    ['Token number', receipt.tokenVoid ? `${receipt.tokenNumber} – void, refunded in full` : receipt.tokenNumber],
    ['Upgrades token', receipt.originalTokenNumber],
    ['Paid on', istMoment(receipt.paidAt)],
    ['Paid by', receipt.paymentMode],
    ['Bank reference', bankReference],
    ['Payment reference', receipt.paymentId],
    ['Refunded', receipt.refundedAmount > 0 ? inr(receipt.refundedAmount) : null],
    ['Refund on its way', receipt.pendingRefundAmount > 0 ? inr(receipt.pendingRefundAmount) : null],
  ];
  for (const [label, value] of facts) if (value) drawFact(pdf, label, value);
}

function drawFact(pdf: Pdf, label: string, value: string): void {
  const { x, y } = { x: pdf.page.margins.left, y: pdf.y + 6 };
  const width = pdf.page.width - 2 * MARGIN;
  pdf
    .moveTo(x, pdf.y)
    .lineTo(x + width, pdf.y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  pdf.font('regular').fontSize(10).fillColor(QUIET).text(label, x, y, { width: LABEL_WIDTH });
  const labelEnd = pdf.y;
  pdf.fillColor(INK).text(printable(value), x + LABEL_WIDTH, y, { width: width - LABEL_WIDTH });
  pdf.x = x;
  pdf.y = Math.max(pdf.y, labelEnd) + 6;
}

const SHOWN_REFUNDS = 5;

/** Refunds that do not fit are on the receipt's page. */
function drawRefunds(pdf: Pdf, refunds: PublicRefund[]): void {
  if (refunds.length === 0) return;
  pdf.moveDown(1);
  pdf.font('bold').fontSize(12).fillColor(INK).text('Refunds');
  pdf.moveDown(0.4);
  for (const refund of refunds.slice(-SHOWN_REFUNDS)) drawFact(pdf, inr(refund.amount), refundText(refund));
  if (refunds.length > SHOWN_REFUNDS) {
    pdf
      .fontSize(9)
      .fillColor(QUIET)
      .text(`The latest ${SHOWN_REFUNDS} of ${refunds.length}; all of them are on the web.`);
  }
}

function refundText(refund: PublicRefund): string {
  const when = refund.completedAt ? `on ${istDate(refund.completedAt)}` : `requested on ${istDate(refund.requestedAt)}`;
  return [
    `${refund.stateLabel}, ${when}`,
    refund.ofDuplicateCharge ? 'money that was taken twice' : null,
    refund.bankReference && `bank reference ${refund.bankReference}`,
    `our reference ${refund.ourReference}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function drawFoot(pdf: Pdf, { company, url }: ReceiptDocument): void {
  pdf.moveDown(2);
  pdf.font('regular').fontSize(9).fillColor(QUIET);
  pdf.text('This receipt was made by a computer and needs no signature.');
  pdf.text('The current state of the payment and its refunds:');
  pdf.fillColor('#1d4a9e').text(url, { link: url, underline: true });
  pdf.moveDown(0.6);
  pdf.fillColor(QUIET).text(printable(`Questions? ${company.supportPhone} · ${company.supportEmail}`));
}

function inr(rupees: number): string {
  return formatInr(Math.round(rupees * 100));
}

function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
