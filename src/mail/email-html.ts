import { DARK, LIGHT, TIER_COLOURS } from './email-colours.js';
import { type EmailMessage, numberOf, type Sender } from './email-message.js';

/** Content-ID of the company's logo. */
export const LOGO_CID = 'company-logo@tokendesk';

interface From {
  name: string;
  logo: Sender['logo'];
  /** Lines at the foot, the company's name first. */
  signature: string[];
}

const FONT = "font-family:'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',Arial,sans-serif";
const WIDTH = 560;
const LOGO_HEIGHT = 40;
/** The name of the company has to have room beside it, on a phone too. */
const MAX_LOGO_WIDTH = 160;
/** Programs that know dark mode; Outlook ignores it, and keeps the light colours of the cells. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{text-underline-offset:2px}
@media (max-width:480px){.m-pad{padding-left:20px!important;padding-right:20px!important}.m-label,.m-value{display:block!important;width:auto!important}.m-label{padding-bottom:0!important}.m-value{padding-top:0!important}}
@media (prefers-color-scheme:dark){
.m-canvas{background-color:${DARK.canvas}!important}
.m-surface{background-color:${DARK.surface}!important}
.m-line{border-color:${DARK.border}!important}
.m-text{color:${DARK.text}!important}
.m-muted{color:${DARK.muted}!important}
.m-accent{background-color:${DARK.accent}!important;color:${DARK.onAccent}!important}
}`.replaceAll('\n', '');

/**
 * Tables with their widths, colours and paddings in the cells: Outlook on Windows draws with Word, which knows nothing else. The
 * media queries are for all other programs, and nothing is lost without them.
 */
export function htmlOf(message: EmailMessage, from: From): string {
  const { language, subject, title, greeting, paragraphs, facts, amount, token, link } = message;
  const preview = [token && numberOf(token), amount?.figure].filter(Boolean).join(' · ');
  const rows = [
    headOf(from),
    row(
      `<h1 class="m-text" style="margin:0;font-size:24px;line-height:1.3;color:${LIGHT.text}">${escaped(title)}</h1>`,
      '8px',
    ),
    row(paragraph(greeting), '8px'),
    ...(token ? [row(tokenOf(token), '16px')] : []),
    ...(amount ? [row(amountOf(amount), '8px')] : []),
    ...paragraphs.map((text) => row(paragraph(text), '8px')),
    ...(facts.length > 0 ? [row(factsOf(facts), '8px')] : []),
    ...(link ? [row(buttonOf(link), '16px')] : []),
    footOf(from),
  ];
  return (
    `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">' +
    `<meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${STYLE}</style></head>` +
    `<body class="m-canvas" bgcolor="${LIGHT.canvas}" style="margin:0;padding:0;background-color:${LIGHT.canvas}">` +
    (preview ? `<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>` : '') +
    `${table('width="100%" class="m-canvas"', `background-color:${LIGHT.canvas}`)}<tr><td align="center" style="padding:24px 8px">` +
    `<!--[if mso]>${table(`width="${WIDTH}" align="center"`)}<tr><td><![endif]-->` +
    `${table(`width="100%" class="m-surface m-line" bgcolor="${LIGHT.surface}"`, `max-width:${WIDTH}px;background-color:${LIGHT.surface};border:1px solid ${LIGHT.border};border-collapse:separate;border-radius:12px;text-align:left;${FONT};font-size:16px;line-height:1.5`)}` +
    `${rows.join('\n')}</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>\n`
  );
}

/** Some programs know the attribute alone, so one side is given and the other follows. */
function pictureOf({ width, height }: NonNullable<From['logo']>): string {
  const isFlat = (width / height) * LOGO_HEIGHT > MAX_LOGO_WIDTH;
  const [side, length, other] = isFlat ? ['width', MAX_LOGO_WIDTH, 'height'] : ['height', LOGO_HEIGHT, 'width'];
  return `<img src="cid:${LOGO_CID}" ${side}="${length}" alt="" style="display:block;${side}:${length}px;${other}:auto;border:0">`;
}

function headOf({ name, logo }: From): string {
  const mark = logo
    ? pictureOf(logo)
    : `${table('width="40"')}<tr><td width="40" height="40" align="center" valign="middle" bgcolor="${LIGHT.accent}" class="m-accent" ` +
      `style="border-radius:10px;background-color:${LIGHT.accent};color:${LIGHT.onAccent};${FONT};font-size:20px;font-weight:bold;line-height:40px">` +
      `${escaped(name.charAt(0).toUpperCase())}</td></tr></table>`;
  return (
    `<tr><td class="m-pad m-line" style="padding:20px 32px;border-bottom:1px solid ${LIGHT.border}">${table()}<tr>` +
    `<td valign="middle" style="padding-right:12px">${mark}</td>` +
    `<td valign="middle" class="m-text" style="font-weight:bold;color:${LIGHT.text}">${escaped(name)}</td></tr></table></td></tr>` +
    '<tr><td height="16" style="font-size:0;line-height:0">&nbsp;</td></tr>'
  );
}

function footOf({ signature }: From): string {
  const [name = '', ...lines] = signature.map(escaped);
  return (
    `<tr><td class="m-pad m-line m-muted" style="padding:16px 32px 24px;border-top:1px solid ${LIGHT.border};color:${LIGHT.muted};` +
    `font-size:14px"><strong>${name}</strong><br>${lines.join('<br>')}</td></tr>`
  );
}

function tokenOf({ label, number, type, note }: NonNullable<EmailMessage['token']>): string {
  const tier = TIER_COLOURS[type];
  const medal =
    `${table('width="48"')}<tr><td width="44" height="44" align="center" valign="middle" bgcolor="${tier.tint}" ` +
    `style="border:2px solid ${tier.border};border-radius:26px;background-color:${tier.tint};color:${tier.text};font-size:16px;` +
    `font-weight:bold;line-height:44px">${tier.letters}</td></tr></table>`;
  return (
    `${table('width="100%" class="m-line"', `border:2px solid ${tier.border};border-collapse:separate;border-radius:12px`)}<tr>` +
    `<td width="48" valign="middle" style="padding:16px 0 16px 16px">${medal}</td><td valign="middle" style="padding:12px 16px">` +
    `<span class="m-muted" style="font-size:14px;color:${LIGHT.muted}">${escaped(label)}</span><br>` +
    `<strong class="m-text" style="font-family:Consolas,Menlo,monospace;font-size:28px;line-height:1.2;color:${LIGHT.text}">` +
    `${note ? `<s>${escaped(number)}</s>` : escaped(number)}</strong>` +
    (note ? `<br><strong class="m-text" style="font-size:14px;color:${LIGHT.text}">${escaped(note)}</strong>` : '') +
    '</td></tr></table>'
  );
}

function amountOf({ label, figure, words }: NonNullable<EmailMessage['amount']>): string {
  return (
    `<span class="m-muted" style="font-size:14px;color:${LIGHT.muted}">${escaped(label)}</span><br>` +
    `<strong class="m-text" style="font-size:32px;line-height:1.2;color:${LIGHT.text}">${escaped(figure)}</strong>` +
    (words ? `<br><span class="m-muted" style="color:${LIGHT.muted}">${escaped(words)}</span>` : '')
  );
}

function factsOf(facts: EmailMessage['facts']): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td width="36%" valign="top" class="m-label m-muted m-line" style="padding:8px 16px 8px 0;color:${LIGHT.muted}">` +
      `${escaped(label)}</td><td valign="top" class="m-value m-text" style="padding:8px 0;color:${LIGHT.text};word-break:break-word">` +
      `<strong>${escaped(value)}</strong></td></tr>`,
  );
  return `${table('width="100%"', `border-collapse:separate`)}${rows.join('')}</table>`;
}

/** A cell of its colour with the link in it: Word draws neither a radius nor a padding of links. */
function buttonOf({ label, url }: NonNullable<EmailMessage['link']>): string {
  return (
    `${table()}<tr><td align="center" bgcolor="${LIGHT.accent}" class="m-accent" style="border-radius:8px;` +
    `background-color:${LIGHT.accent};mso-padding-alt:14px 28px"><a href="${escaped(url)}" class="m-accent" style="display:inline-block;` +
    `padding:14px 28px;border-radius:8px;background-color:${LIGHT.accent};color:${LIGHT.onAccent};font-weight:bold;text-decoration:none">` +
    `${escaped(label)}</a></td></tr></table>`
  );
}

function paragraph(text: string): string {
  return `<p class="m-text" style="margin:0;color:${LIGHT.text}">${escaped(text)}</p>`;
}

function row(content: string, space: string): string {
  return `<tr><td class="m-pad" style="padding:0 32px ${space}">${content}</td></tr><tr><td height="8" style="font-size:0;line-height:0">&nbsp;</td></tr>`;
}

function table(attributes = '', style = ''): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes} style="${style}">`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
