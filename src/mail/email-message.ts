/** An email before rendering: plain strings, exactly as they are to be read. */
export interface EmailMessage {
  subject: string;
  greeting: string;
  paragraphs: string[];
  facts: [label: string, value: string][];
  link?: { label: string; url: string };
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Sender details of every email. */
export interface Sender {
  company: { name: string; supportPhone: string; supportEmail: string; officeAddress: string };
}

/** Text and HTML from one source, so that they cannot differ. */
export function rendered(letter: EmailMessage, sender: Sender): MailContent {
  return { subject: oneLine(letter.subject), text: textOf(letter, sender), html: htmlOf(letter, sender) };
}

function textOf(letter: EmailMessage, { company }: Sender): string {
  const facts = letter.facts.map(([label, value]) => `${oneLine(label)}: ${oneLine(value)}`);
  const parts = [
    oneLine(letter.greeting),
    ...letter.paragraphs.map(oneLine),
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...(letter.link ? [`${oneLine(letter.link.label)}:\n${letter.link.url}`] : []),
    [company.name, company.officeAddress, `${company.supportPhone} · ${company.supportEmail}`].map(oneLine).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function htmlOf(letter: EmailMessage, { company }: Sender): string {
  const rows = letter.facts.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 24px 4px 0;color:#5f6b7a">${escaped(label)}</td>` +
      `<td style="padding:4px 0"><strong>${escaped(value)}</strong></td></tr>`,
  );
  const parts = [
    `<p>${escaped(letter.greeting)}</p>`,
    ...letter.paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(rows.length > 0 ? [`<table role="presentation">${rows.join('')}</table>`] : []),
    ...(letter.link ? [`<p><a href="${escaped(letter.link.url)}">${escaped(letter.link.label)}</a></p>`] : []),
    '<hr style="border:0;border-top:1px solid #d9dee5">',
    `<p style="color:#5f6b7a">${escaped(company.name)}<br>${escaped(company.officeAddress)}<br>` +
      `${escaped(company.supportPhone)} · ${escaped(company.supportEmail)}</p>`,
  ];
  return (
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escaped(letter.subject)}</title></head>` +
    `<body style="font:16px/1.5 system-ui,sans-serif;color:#1d2733;max-width:560px">${parts.join('\n')}</body></html>\n`
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Names come from forms: a line break must start neither a header nor a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
