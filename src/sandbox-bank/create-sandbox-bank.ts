import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { BankContext } from './bank-context.js';
import type { BankState } from './bank-state.js';
import { SandboxBankModule } from './sandbox-bank.module.js';
import type { SandboxBankOptions, SandboxConfig } from './sandbox-options.js';

export interface SandboxBank {
  /** The base that a merchant configures, e.g. `http://127.0.0.1:4010/pg`. */
  url: string;
  controlUrl: string;
  state: BankState;
  close(): Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';

/** Starts a sandbox bank in this process. @throws EADDRINUSE where its port is taken */
export async function createSandboxBank(options: SandboxBankOptions): Promise<SandboxBank> {
  const config = configOf(options);
  const bank = new BankContext(config, options.adviceUrl ?? null);
  const app = await NestFactory.create<NestExpressApplication>(SandboxBankModule.with(bank), {
    // Hashes cover the exact body, so it is not parsed before.
    bodyParser: false,
    // Hanging requests must not delay shutdown.
    forceCloseConnections: true,
    logger: options.quiet === true ? false : ['error', 'warn'],
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.disable('etag');
  app.setGlobalPrefix(config.basePath);
  const host = options.host ?? DEFAULT_HOST;
  try {
    await app.listen(options.port, host);
  } catch (error) {
    await app.close();
    throw error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = origin + config.basePath;
  config.publicBase = (options.publicUrl?.replace(/\/+$/, '') ?? origin) + config.basePath;
  return { url, controlUrl: `${url}/__control`, state: bank.state, close: () => app.close() };
}

function configOf(options: SandboxBankOptions): SandboxConfig {
  return {
    basePath: `/${(options.basePath ?? '/pg').replace(/^\/+|\/+$/g, '')}`,
    merchantId: options.merchantId,
    secretKey: options.secretKey,
    aggregatorId: options.aggregatorId ?? '',
    merchantName: options.merchantName ?? 'TokenDesk Demo Merchant',
    otherMerchants: options.otherMerchants ?? [],
    stateFile: options.stateFile ?? null,
    publicBase: '',
  };
}
