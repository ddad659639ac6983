import { existsSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import type { Settings } from '../../config/settings.token.js';
import type { PublicReceipt } from '../../contracts/after-payment.js';
import type { ReceiptTerms } from '../../contracts/projects.js';
import { textsIn, type Words } from '../../contracts/words/index.js';
import { type Language, LANGUAGE_NAMES } from '../../contracts/words/languages.js';
import { type DateFormats, dateFormatsIn } from '../../domain/calendar/ist-time.js';
import { TIER_COLOURS } from '../../mail/email-colours.js';
import { drawLogo, drawMedal, drawQr, INKS } from './receipt-drawings.js';
import { canPrint, type Pdf, Pen } from './receipt-pen.js';
import { aboutToken, inr, momentOf, paiseOf, purchaseOf, refundText } from './receipt-texts.js';

/** The content of one receipt. */
export interface ReceiptDocument {
  language: Language;
  receipt: PublicReceipt;
  payer: { name: string; email: string };
  /** Null for whoever holds the link: its pages say nothing of staff. */
  seller: string | null;
  bankReference: string | null;
  company: Settings['company'];
  /** The project's own picture; null: the company's. */
  logo: { digest: string; bytes: Uint8Array } | null;
  /** Paid at the sandbox bank: the document says that it is no proof. */
  sandbox: boolean;
  /** The receipt's page. */
  url: string;
  /** The page that says whether it is genuine. */
  checkUrl: string;
}

/** What every part of the page needs. */
interface Sheet {
  pen: Pen;
  pdf: Pdf;
  document: ReceiptDocument;
  words: Words;
  dates: DateFormats;
  /** Points above and below a row: a page with little on it is filled well, one with refunds stays one page. */
  air: number;
  /** Points of the facts' letters. */
  size: number;
}

type Room = Pick<Sheet, 'air' | 'size'>;

const ROOMS: readonly Room[] = [
  { air: 12, size: 11 },
  { air: 7, size: 10 },
  { air: 3, size: 9.5 },
];
const MARGIN = 48;
const PAGE_WIDTH = 595.28;
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const QR_SIDE = 132;
/** Beside the code. */
const COLUMN = WIDTH - QR_SIDE - 28;
const LABEL_WIDTH = 116;
const LOGO = 46;
const FOOT_MARGIN = 28;
const SHOWN_REFUNDS = 5;

/**
 * Renders one A4 page with embedded fonts: readers' own fonts have no rupee sign. Only the longest of names and addresses take a second
 * one.
 * @param compress false keeps the drawing commands readable
 */
export async function renderReceipt(full: ReceiptDocument, compress = true): Promise<Buffer> {
  const document = printable(full);
  for (let at = roomFor(document.receipt.refunds.length); ; at += 1) {
    const { content, pages } = await draw(document, ROOMS[at]!, compress);
    if (pages === 1 || at === ROOMS.length - 1) return content;
  }
}

/** Names in letters that the fonts lack are left out: the address identifies the payer, the medal stands for the tier. */
function printable(document: ReceiptDocument): ReceiptDocument {
  const { receipt, payer, seller } = document;
  const known = (name: string) => (canPrint(name) ? name : '');
  return {
    ...document,
    payer: { ...payer, name: known(payer.name) },
    seller: seller && known(seller),
    receipt: {
      ...receipt,
      tokenLabel: known(receipt.tokenLabel),
      upgradeFromLabel: receipt.upgradeFromLabel && known(receipt.upgradeFromLabel),
    },
  };
}

async function draw(
  document: ReceiptDocument,
  room: Room,
  compress: boolean,
): Promise<{ content: Buffer; pages: number }> {
  const { receipt, company, language } = document;
  const words = textsIn(language);
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOT_MARGIN },
    compress,
    // No standard font besides the embedded ones.
    font: '',
    lang: `${language}-IN`,
    displayTitle: true,
    info: {
      Title: words.receipt.head(receipt.number),
      Author: company.name,
      Subject: purchaseOf(receipt, words),
      CreationDate: new Date(receipt.issuedAt),
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  const dates = dateFormatsIn(`${language}-IN-u-nu-latn`);
  let pages = 1;
  pdf.on('pageAdded', () => (pages += 1));
  const sheet = { pen: new Pen(pdf), pdf, document, words, dates, ...room };
  drawCompany(sheet);
  drawTitle(sheet);
  drawToken(sheet);
  drawAmount(sheet);
  drawFacts(sheet);
  drawRefunds(sheet);
  drawFoot(sheet);
  pdf.end();
  return { content: await done, pages };
}

/** Place of the room to begin with: a tighter one follows where that is too wide. */
function roomFor(refunds: number): number {
  if (refunds === 0) return 0;
  return refunds < 3 ? 1 : 2;
}

/** Who has received the money. */
function drawCompany({ pen, pdf, document: { company, logo, sandbox }, words }: Sheet): void {
  if (sandbox) pen.write(words.frame.sandbox, { size: 10, ink: INKS.amber, bold: true, x: MARGIN, y: 24 });
  drawLogo(pdf, { name: company.name, picture: pictureOf(company, logo) }, MARGIN, MARGIN, LOGO);
  const x = MARGIN + LOGO + 14;
  const width = WIDTH - LOGO - 14;
  pen.write(company.name, { size: 14, ink: INKS.text, bold: true, x, y: MARGIN, width });
  const small = { size: 9, ink: INKS.muted, x, width };
  if (company.legalName && company.legalName !== company.name) pen.write(company.legalName, small);
  if (company.officeAddress) pen.write(company.officeAddress, small);
  pen.write(`${company.supportPhone} · ${company.supportEmail}`, small);
  pdf.y = Math.max(pdf.y, MARGIN + LOGO) + 10;
  drawLine(pdf);
}

/** The file may be gone since the start. */
function pictureOf({ logo: file }: ReceiptDocument['company'], own: ReceiptDocument['logo']): Buffer | string | null {
  if (own) return Buffer.from(own.bytes);
  return file && existsSync(file.file) ? file.file : null;
}

function drawTitle({ pen, pdf, document: { receipt }, words, dates, air }: Sheet): void {
  pen.write(words.receipt.head(receipt.number), {
    size: 22,
    ink: INKS.text,
    bold: true,
    x: MARGIN,
    y: pdf.y + 6 + air,
    width: WIDTH,
  });
  const issued = words.receipt.issued(receipt.issuer, momentOf(dates, receipt.issuedAt)).join('');
  pen.write(issued, { size: 10, ink: INKS.muted, x: MARGIN, width: WIDTH });
  pdf.y += 6 + air;
}

/** What the customer holds: the number is what the page is kept for. */
function drawToken({ pen, pdf, document: { receipt }, words, air }: Sheet): void {
  const tier = TIER_COLOURS[receipt.tokenType];
  const top = pdf.y;
  const height = 108;
  pdf.roundedRect(MARGIN, top, WIDTH, height, 10).lineWidth(1.5).fillAndStroke(INKS.paper, tier.border);
  pdf.roundedRect(MARGIN, top, 92, height, 10).fill(tier.tint);
  drawMedal(pdf, receipt.tokenType, MARGIN + 18, top + 21, 66);
  const x = MARGIN + 112;
  const width = WIDTH - 128;
  pen.write(words.facts.tokenNumber, { size: 10, ink: INKS.muted, x, y: top + 12, width });
  const { tokenVoid: isVoid, replacedBy } = receipt;
  const strike = isVoid || replacedBy !== null;
  pen.write(receipt.tokenNumber, { size: 32, ink: INKS.text, bold: true, x, width, strike });
  if (isVoid) pen.write(words.facts.void, { size: 10, ink: INKS.red, bold: true, x, width });
  else if (replacedBy) pen.write(words.replacedBy(replacedBy), { size: 10, ink: INKS.text, bold: true, x, width });
  else pen.write(aboutToken(receipt, words), { size: 9, ink: INKS.text, x, width });
  pdf.y = top + height + 8 + air;
}

function drawAmount({ pen, pdf, document: { receipt, checkUrl }, words, air }: Sheet): void {
  const top = pdf.y;
  drawQr(pdf, checkUrl, PAGE_WIDTH - MARGIN - QR_SIDE, top, QR_SIDE);
  pdf.link(PAGE_WIDTH - MARGIN - QR_SIDE, top, QR_SIDE, QR_SIDE, checkUrl);
  const beside = { x: PAGE_WIDTH - MARGIN - QR_SIDE, width: QR_SIDE };
  pen.write(words.receipt.scan, { size: 8, ink: INKS.muted, y: top + QR_SIDE + 2, ...beside });
  const column = { x: MARGIN, width: COLUMN };
  pen.write(words.receipt.received, { size: 10, ink: INKS.muted, y: top, ...column });
  pen.write(inr(receipt.amount), { size: 28, ink: INKS.text, bold: true, ...column });
  pen.write(words.amountInWords(paiseOf(receipt.amount)), { size: 11, ink: INKS.text, ...column });
  pdf.y += 4 + air;
}

function drawFacts(sheet: Sheet): void {
  const { document, words, dates } = sheet;
  const { receipt, payer } = document;
  const { facts } = words;
  const name = payer.name === '' ? [] : [payer.name];
  const rows: [string, string | null][] = [
    [facts.receivedFrom, [...name, payer.email].join(', ')],
    [facts.forWhat, purchaseOf(receipt, words)],
    [facts.upgradesToken, receipt.originalTokenNumber],
    [facts.paidOn, momentOf(dates, receipt.paidAt)],
    [facts.paidBy, words.receipt.modes[receipt.paymentModeKind]],
    [facts.bankReference, document.bankReference],
    [facts.reference, receipt.paymentId],
    [facts.soldBy, document.seller],
    [words.terms.receipt, receipt.terms ? termsLine(sheet, receipt.terms) : null],
    [facts.refunded, receipt.refundedAmount > 0 ? inr(receipt.refundedAmount) : null],
    [facts.refundPending, receipt.pendingRefundAmount > 0 ? inr(receipt.pendingRefundAmount) : null],
  ];
  for (const [label, value] of rows) if (value) drawFact(sheet, label, value, COLUMN);
}

function termsLine({ words, dates }: Sheet, { version, language, agreedAt }: ReceiptTerms): string {
  return words.terms.receiptValue(version, LANGUAGE_NAMES[language], momentOf(dates, agreedAt)).join('');
}

function drawFact({ pen, pdf, air, size }: Sheet, label: string, value: string, width: number): void {
  const [ofLabel, ofValue] = [
    { size, width: LABEL_WIDTH - 8 },
    { size, width: width - LABEL_WIDTH },
  ];
  pen.keep(2 * air + Math.max(pen.heightOf(label, ofLabel), pen.heightOf(value, ofValue)));
  drawLine(pdf, width);
  const y = pdf.y + air;
  pen.write(label, { ...ofLabel, ink: INKS.muted, x: MARGIN, y });
  const labelEnd = pdf.y;
  pen.write(value, { ...ofValue, ink: INKS.text, x: MARGIN + LABEL_WIDTH, y });
  pdf.y = Math.max(pdf.y, labelEnd) + air;
}

/** Refunds that do not fit are on the receipt's page. */
function drawRefunds(sheet: Sheet): void {
  const { pen, pdf, words } = sheet;
  const { receipt } = sheet.document;
  const { refunds } = receipt;
  if (refunds.length === 0) return;
  pen.write(words.refunds.title(refunds.length), {
    size: 12,
    ink: INKS.text,
    bold: true,
    x: MARGIN,
    y: pdf.y + 8,
    width: WIDTH,
  });
  pdf.y += 3;
  for (const refund of refunds.slice(-SHOWN_REFUNDS))
    drawFact(sheet, inr(refund.amount), refundText(sheet.words, sheet.dates, refund, receipt), WIDTH);
  if (refunds.length <= SHOWN_REFUNDS) return;
  const latest = words.receipt.latest(String(SHOWN_REFUNDS), String(refunds.length));
  pen.write(latest, { size: 9, ink: INKS.muted, x: MARGIN, width: WIDTH });
}

/** At the foot of the page, wherever the facts end. */
function drawFoot({ pen, pdf, document: { company, url }, words }: Sheet): void {
  const line = { size: 9, ink: INKS.muted, x: MARGIN, width: WIDTH };
  const { noSignature, questions } = words.receipt;
  const contact = questions(`${company.supportPhone} · ${company.supportEmail}`);
  // A little more than the lines: one that ends on the very edge begins a page of its own.
  const height = 12 + [noSignature, url, contact].reduce((sum, text) => sum + pen.heightOf(text, line), 0);
  pdf.y += 6;
  pen.keep(height);
  pdf.y = Math.max(pdf.y, pdf.page.maxY() - height);
  drawLine(pdf);
  pen.write(noSignature, { ...line, y: pdf.y + 8 });
  pen.write(url, { ...line, ink: INKS.accent, link: url });
  pen.write(contact, line);
}

function drawLine(pdf: Pdf, width = WIDTH): void {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + width, pdf.y)
    .lineWidth(0.5)
    .strokeColor(INKS.border)
    .stroke();
}
