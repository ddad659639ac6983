import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

describe('what is shipped for the deployment', () => {
  const proxy = read('docs/deploy/nginx.conf');
  const locations = [...proxy.matchAll(/location [^{]*\{[^}]*\}/g)].map(String);

  // nginx takes over the server's headers in a location that sets none of its own.
  it('what leads to the product inherits the headers of the server', () => {
    expect(locations.filter((location) => location.includes('proxy_pass')).length).toBeGreaterThanOrEqual(2);
    expect(locations.filter((location) => location.includes('proxy_set_header'))).toEqual([]);
  });

  it.each([
    ['X-Request-Id', '$request_id'],
    ['X-Forwarded-For', '$remote_addr'],
    ['X-Forwarded-Host', '""'],
  ])('the proxy sets %s itself, wherever it leads to', (header, value) => {
    expect(proxy.match(/^server \{[\s\S]*?location /m)?.[0]).toContain(`proxy_set_header ${header} ${value};`);
  });

  describe('on three machines', () => {
    const balancer = read('docs/deploy/three-machines/haproxy.cfg').replace(/^ *#.*$/gm, '');

    // A payment's address is all that somebody needs to open it, and that of a password link to set the password.
    it('no proxy writes an address into a log', () => {
      expect(balancer).toMatch(/log-format ".*%HM /);
      expect(balancer).not.toMatch(
        /httplog|%(?:\{[^}]*\})?(?:r|HU|HP|HPO|HQ)\b|%\[(?:var|capture|url|path|query)(?!\(txn\.id\))/,
      );
      expect(proxy.match(/log_format [\s\S]*?;/)?.[0]).not.toMatch(
        /\$(?:request\b|request_uri|uri|args|query_string|http_referer)/,
      );
      expect(proxy).toMatch(/error_log \S+ crit;/);
    });

    it('no proxy shortens what the product says of HTTPS', () => {
      for (const said of `${balancer}${proxy}`.match(/Strict-Transport-Security.*/g) ?? [])
        expect(said).toContain('"max-age=31536000; includeSubDomains"');
      expect(balancer).toContain('Strict-Transport-Security');
    });
  });

  it('the Redis of the limits evicts nothing', () => {
    expect(read('docker-compose.yml')).toMatch(/--maxmemory-policy noeviction$/m);
  });
});
