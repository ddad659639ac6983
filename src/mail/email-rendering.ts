import { htmlOf } from './email-html.js';
import { type EmailMessage, type MailContent, numberOf, type Sender } from './email-message.js';

/** Text and HTML from one source, so that they cannot differ. */
export function renderEmail(message: EmailMessage, sender: Sender): MailContent {
  const clean = inOneLine(message);
  const lines = signatureOf(sender).map(oneLine);
  return {
    subject: clean.subject,
    text: textOf(clean, lines),
    html: htmlOf(clean, {
      name: oneLine(sender.company.name),
      logo: sender.logo,
      signature: lines,
    }),
  };
}

function textOf(message: EmailMessage, signature: string[]): string {
  const { amount, token } = message;
  const facts: [string, string][] = [
    ...(token ? [[token.label, numberOf(token)] as [string, string]] : []),
    ...(amount
      ? [[amount.label, amount.words ? `${amount.figure} (${amount.words})` : amount.figure] as [string, string]]
      : []),
    ...message.facts,
  ];
  const parts = [
    message.title,
    message.greeting,
    ...message.paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(message.link ? [`${message.link.label}:\n${message.link.url}`] : []),
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
function inOneLine(message: EmailMessage): EmailMessage {
  return {
    ...message,
    ...cleanValues({ subject: message.subject, title: message.title, greeting: message.greeting }),
    ...(message.amount && { amount: cleanValues(message.amount) }),
    ...(message.token && { token: { ...cleanValues(message.token), type: message.token.type } }),
    ...(message.link && { link: { label: oneLine(message.link.label), url: message.link.url } }),
    paragraphs: message.paragraphs.map(oneLine),
    facts: message.facts.map(([label, value]) => [oneLine(label), oneLine(value)]),
  };
}

function cleanValues<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, oneLine(String(text))])) as T;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
