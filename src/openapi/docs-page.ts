import { escapeHtml } from '../inertia/index.js';
import type { ApiDocument, DocumentedOperation } from './document.js';
import type { Schema } from './schema.js';

const STYLE = `
:root { color-scheme: light dark; }
html, body { background: Canvas; color: CanvasText; }
a { color: LinkText; }
body { font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; max-width: 68rem; margin: 0 auto; padding: 1rem; }
h2, h3, h4 { line-height: 1.25; } h3 { border-top: 1px solid GrayText; padding-top: 1rem; }
code { font-family: ui-monospace, monospace; }
nav ul { columns: 20rem; list-style: none; padding: 0; } nav a { display: inline-block; padding: 0.65rem 0; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid GrayText; }
td { min-width: 6rem; } td:last-child { min-width: 12rem; } td:first-child { white-space: nowrap; } .to-content { position: absolute; left: -999rem; } .to-content:focus { position: static; }
`;

/** The document as one page: no script, nothing from elsewhere, so that the browser's own search finds everything. */
export function docsPage(document: ApiDocument, nonce: string): string {
  const { info, tags, components } = document;
  const schemas = Object.entries(components.schemas);
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>API of ${escapeHtml(info.title)}</title>`,
    `<style nonce="${escapeHtml(nonce)}">${STYLE}</style>`,
    '</head>',
    '<body>',
    '<a class="to-content" href="#content">Skip to the routes</a>',
    `<header><h1>API of ${escapeHtml(info.title)}</h1>${paragraph(info.description)}`,
    '<p>For programs: <a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>',
    '<nav aria-label="Routes">',
    ...tags.map(({ name }) => contentsOf(document, name)),
    '<p><a href="#types">Types</a> · <a href="#codes">Error codes</a></p></nav>',
    '<main id="content">',
    ...tags.map((tag) => chapter(document, tag)),
    '<section aria-labelledby="types"><h2 id="types">Types</h2>',
    ...schemas.map(([name, schema]) => typeOf(name, schema)),
    '</section>',
    codes(document),
    '</main></body></html>',
  ].join('\n');
}

type Listed = [route: string, operation: DocumentedOperation];

function listed({ paths }: ApiDocument, tag: string): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]): Listed => [`${method.toUpperCase()} ${path}`, operation]),
  );
}

function contentsOf(document: ApiDocument, tag: string): string {
  const links = listed(document, tag).map(
    ([route, { operationId }]) => `<li><a href="#${operationId}"><code>${escapeHtml(route)}</code></a></li>`,
  );
  return `<h2>${escapeHtml(tag)}</h2><ul>${links.join('')}</ul>`;
}

function chapter(document: ApiDocument, tag: ApiDocument['tags'][number]): string {
  const operations = listed(document, tag.name).map(([route, operation]) => section(route, operation));
  return `<section><h2>${escapeHtml(tag.name)}</h2>${paragraph(tag.description)}${operations.join('\n')}</section>`;
}

function section(route: string, operation: DocumentedOperation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const inputs = parameters.map(({ name, in: where, required, schema }) => [
    code(name),
    escapeHtml(`${where}${required ? ', needed' : ''}`),
    typeWords(schema),
    escapeHtml(schema.description ?? ''),
  ]);
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h4>Body, <code>${escapeHtml(type)}</code></h4>${described(schema)}`,
  );
  const answers = Object.entries(responses).map(([status, { description: meaning, content }]) => [
    escapeHtml(status),
    Object.entries(content)
      .map(([type, { schema }]) => `${escapeHtml(type)}${status < '300' ? `: ${typeWords(schema)}` : ''}`)
      .join('<br>'),
    escapeHtml(meaning),
  ]);
  return [
    `<article aria-labelledby="${operationId}"><h3 id="${operationId}"><code>${escapeHtml(route)}</code></h3>`,
    `<p><strong>${escapeHtml(summary)}.</strong> ${escapeHtml(description)}</p>`,
    inputs.length > 0 ? `<h4>Parameters</h4>${table(['Name', 'Where', 'Type', 'Meaning'], inputs)}` : '',
    ...bodies,
    `<h4>Answers</h4>${table(['Status', 'Body', 'Meaning'], answers)}</article>`,
  ].join('\n');
}

function typeOf(name: string, schema: Schema): string {
  return `<article aria-labelledby="type-${name}"><h3 id="type-${name}">${name}</h3>${described(schema)}</article>`;
}

function described(schema: Schema): string {
  const words = schema.description ? paragraph(schema.description) : '';
  if (!schema.properties) return `${words}<p>${typeWords(schema)}</p>`;
  const rows = Object.entries(schema.properties).map(([name, field]) => [
    code(name),
    `${typeWords(field)}${schema.required?.includes(name) ? '' : ' (may be left out)'}`,
    escapeHtml([field.description, limitsOf(field)].filter(Boolean).join(' ')),
  ]);
  return `${words}${table(['Field', 'Type', 'Meaning'], rows)}`;
}

function limitsOf({ minLength, maxLength, pattern }: Schema): string {
  const length = [minLength && `at least ${minLength}`, maxLength && `at most ${maxLength}`]
    .filter(Boolean)
    .join(' and ');
  return [length && `Has ${length} characters.`, pattern && `Pattern ${pattern}`].filter(Boolean).join(' ');
}

function typeWords(schema: Schema): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name) return `<a href="#type-${name}">${name}</a>`;
  if (schema.items) return `list of ${typeWords(schema.items)}`;
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.anyOf) return schema.anyOf.map(typeWords).join(' or ');
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([field, type]) => `${code(field)} ${typeWords(type)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return escapeHtml([schema.type ?? 'anything'].flat().join(' or '));
}

function codes(document: ApiDocument): string {
  const rows = Object.entries(document['x-error-codes']).map(([name, { status, meaning }]) => [
    code(name),
    String(status),
    escapeHtml(meaning),
  ]);
  return `<section aria-labelledby="codes"><h2 id="codes">Error codes</h2>${table(['Code', 'Status', 'Meaning'], rows)}</section>`;
}

/** Cells are HTML already. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
