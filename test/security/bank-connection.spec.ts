import { once } from 'node:events';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { freePort } from '../support/free-port.mjs';
import { SALES, TestApp } from '../support/test-app.js';
import { createLink } from '../support/sales.js';
import { ProductProcess } from '../support/product-process.js';
import { selfSigned } from '../support/self-signed.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A product whose bank is at that address. */
async function withBank<T>(baseUrl: string, work: (test: TestApp) => Promise<T>): Promise<T> {
  const test = await TestApp.start({ env: { GATEWAY_BASE_URL: baseUrl } });
  try {
    return await work(test);
  } finally {
    await test.close();
  }
}

async function outcomes(test: TestApp): Promise<{ outcome: string; response: string }[]> {
  return test.get(DataSource).query('SELECT outcome, response FROM gateway_calls ORDER BY id');
}

describe('the connection to the bank', () => {
  it('a certificate that nobody vouches for: nothing is sent, the link waits, staff are told', async () => {
    let requests = 0;
    const server = createHttps(selfSigned(), (_request, response) => {
      requests += 1;
      response.end('{"responseCode":"0000"}');
    });
    const port = await listening(server as unknown as Server);
    await withBank(`https://127.0.0.1:${port}/pg`, async (test) => {
      const link = await createLink(await test.as(SALES), 'silver');
      expect(link.data).toMatchObject({ hasRedirectionURL: false });
      const { status, body, headers } = await test.client().post(`/api/payments/${link.paymentId}/initiate`);
      expect([status, body.error]).toEqual([503, 'BANK_UNAVAILABLE']);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect(JSON.stringify(await outcomes(test))).toMatch(/SELF_SIGNED|tls/i);
    });
    expect(requests).toBe(0);
  });

  it('a redirect is not followed, whatever its kind: nobody else hears of the customer', async () => {
    let elsewhere = 0;
    const other = await listening(
      createHttp((_request, response) => {
        elsewhere += 1;
        response.end('{}');
      }),
    );
    let [code, asked] = [0, 0];
    const bank = await listening(
      createHttp((_request, response) => {
        asked += 1;
        response.writeHead(code, { location: `http://127.0.0.1:${other}/pg` }).end();
      }),
    );
    await withBank(`http://127.0.0.1:${bank}/pg`, async (test) => {
      const seller = await test.as(SALES);
      for (code of [301, 302, 303, 307, 308]) {
        asked = 0;
        const link = await createLink(seller, 'silver');
        expect(link.data).toMatchObject({ hasRedirectionURL: false });
        expect({ code, asked: asked > 0, elsewhere }).toEqual({ code, asked: true, elsewhere: 0 });
      }
    });
  });
});

describe('a start in production', () => {
  it('without keys, or with weak ones, ends with each of them by name, and shows none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tokendesk-keys-'));
    const secret = 'Sh0rt!';
    try {
      const product = new ProductProcess(
        'http://127.0.0.1:1',
        {
          NODE_ENV: 'production',
          PORT: String(await freePort()),
          APP_URL: 'https://pay.example.com',
          DATABASE_URL: 'mysql://127.0.0.1:1/tokendesk',
          DATA_DIR: folder,
          GATEWAY_BASE_URL: 'https://bank.example',
          GATEWAY_MERCHANT_ID: 'T_REAL1',
          GATEWAY_SECRET_KEY: secret,
          JWT_SECRET: secret,
          ENCRYPTION_KEY: '',
          METRICS_TOKEN: secret,
        },
        folder,
      );
      expect(await product.untilEnded()).toBe(1);
      for (const name of ['GATEWAY_SECRET_KEY', 'JWT_SECRET', 'ENCRYPTION_KEY', 'METRICS_TOKEN'])
        expect(product.log).toContain(`  - ${name} `);
      expect(product.log).not.toContain(secret);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
