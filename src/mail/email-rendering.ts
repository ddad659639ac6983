import { htmlOf } from './email-html.js';
import type { EmailMessage, MailContent, Sender } from './email-message.js';

/** Text and HTML from one source, so that they cannot differ. */
export function rendered(letter: EmailMessage, sender: Sender): MailContent {
  const clean = inOneLine(letter);
  const lines = signatureOf(sender).map(oneLine);
  return {
    subject: clean.subject,
    text: textOf(clean, lines),
    html: htmlOf(clean, {
      name: oneLine(sender.company.name),
      hasLogo: sender.company.logo !== null,
      signature: lines,
    }),
  };
}

function textOf(letter: EmailMessage, signature: string[]): string {
  const { amount, token } = letter;
  const facts: [string, string][] = [
    ...(token
      ? [[token.label, token.note ? `${token.number} (${token.note})` : token.number] as [string, string]]
      : []),
    ...(amount
      ? [[amount.label, amount.words ? `${amount.figure} (${amount.words})` : amount.figure] as [string, string]]
      : []),
    ...letter.facts,
  ];
  const parts = [
    letter.title,
    letter.greeting,
    ...letter.paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(letter.link ? [`${letter.link.label}:\n${letter.link.url}`] : []),
    signature.join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Who writes; a line without a value is left out. */
function signatureOf({ company }: Sender): string[] {
  const { name, legalName, officeAddress, supportPhone, supportEmail } = company;
  const contact = [supportPhone, supportEmail].filter(Boolean).join(' · ');
  return [name, legalName === name ? null : legalName, officeAddress, contact].filter(
    (line) => line !== null && line !== '',
  ) as string[];
}

/** Names come from forms: a line break must start neither a header nor a line. */
function inOneLine(letter: EmailMessage): EmailMessage {
  return {
    ...letter,
    ...cleanValues({ subject: letter.subject, title: letter.title, greeting: letter.greeting }),
    ...(letter.amount && { amount: cleanValues(letter.amount) }),
    ...(letter.token && { token: { ...cleanValues(letter.token), type: letter.token.type } }),
    ...(letter.link && { link: { label: oneLine(letter.link.label), url: letter.link.url } }),
    paragraphs: letter.paragraphs.map(oneLine),
    facts: letter.facts.map(([label, value]) => [oneLine(label), oneLine(value)]),
  };
}

function cleanValues<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, oneLine(String(text))])) as T;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
