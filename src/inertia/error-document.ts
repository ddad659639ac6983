import { STATUS_CODES } from 'node:http';
import { escapeHtml } from './root-view.js';

/** Last resort: no props, script or style sheet that could fail. */
export function renderErrorDocument(status: number, appName: string): string {
  const reason = escapeHtml(STATUS_CODES[status] ?? 'Error');
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${reason} · ${escapeHtml(appName)}</title>`,
    '</head>',
    `<body><main><h1>${reason}</h1><p>Error ${status}. Please try again, or go to the <a href="/">start page</a>.</p></main></body>`,
    '</html>',
  ].join('\n');
}
