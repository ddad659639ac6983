import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

describe('what is shipped for the deployment', () => {
  const locations = [...read('docs/deploy/nginx.conf').matchAll(/location [^{]*\{[^}]*proxy_pass[^}]*\}/g)].map(String);

  it('there are locations that lead to the product', () => expect(locations).toHaveLength(2));

  it.each([
    ['X-Request-Id', '$request_id'],
    ['X-Forwarded-For', '$remote_addr'],
    ['X-Forwarded-Host', '""'],
  ])('the proxy sets %s itself, wherever it leads to', (header, value) => {
    for (const location of locations) expect(location).toContain(`proxy_set_header ${header} ${value};`);
  });

  it('the Redis of the limits evicts nothing', () => {
    expect(read('docker-compose.yml')).toMatch(/'--maxmemory-policy', 'noeviction'/);
  });
});
