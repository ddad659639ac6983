import { describe, expect, it } from '@jest/globals';
import { checkExchange, ContractBroken, type Exchange } from '../support/api-contract.js';

describe('what holds exchanges against the document', () => {
  const me = { id: '1', name: 'A', email: 'a@example.com', role: 'admin' };
  const exchange = (change: Partial<Exchange> & { body?: unknown }): Exchange => ({
    method: 'GET',
    path: '/api/auth/me',
    sent: {},
    status: 200,
    headers: new Headers({ 'content-type': 'application/json; charset=utf-8', 'retry-after': '3' }),
    text: JSON.stringify(change.body ?? { success: true, data: me }),
    ...change,
  });
  const refusal = (error: string) => ({ success: false, message: 'No.', error });

  it.each<[string, Partial<Exchange> & { body?: unknown }]>([
    ['an answer as documented', {}],
    ['a refusal as documented', { status: 401, body: refusal('AUTH_REQUIRED') }],
    ['a route that is not there', { path: '/api/nothing', status: 404, body: refusal('NOT_FOUND') }],
    ['a page', { path: '/login', text: '<html>' }],
    ['a body that was refused', { method: 'POST', path: '/api/settlements/runs', sent: { body: { day: 1 } }, status: 400, body: refusal('VALIDATION_FAILED') }],
  ])('lets %s pass', (_what, change) => {
    expect(() => checkExchange(exchange(change))).not.toThrow();
  }); // prettier-ignore

  it.each<[string, Partial<Exchange> & { body?: unknown }]>([
    ['a field too many', { body: { success: true, data: { ...me, secret: 1 } } }],
    ['a field too few', { body: { success: true, data: { id: '1' } } }],
    ['another type', { body: { success: true, data: { ...me, id: 1 } } }],
    ['an unknown status', { status: 418, body: refusal('INTERNAL') }],
    ['a refusal of another route', { status: 401, body: refusal('INVALID_CREDENTIALS') }],
    ['another media type', { headers: new Headers({ 'content-type': 'text/html' }) }],
    ['an unknown route that answers', { path: '/api/nothing' }],
    ['a throttled answer without Retry-After', { method: 'POST', path: '/api/auth/step-up', status: 429, body: refusal('THROTTLED'), headers: new Headers({ 'content-type': 'application/json' }) }],
    ['a body that should have been refused', { method: 'POST', path: '/api/auth/step-up', sent: { body: { extra: 1 } }, body: { success: true, data: null } }],
  ])('reports %s', (_what, change) => {
    expect(() => checkExchange(exchange(change))).toThrow(ContractBroken);
  }); // prettier-ignore
});
