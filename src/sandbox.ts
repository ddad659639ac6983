import { join } from 'node:path';
import type { Settings } from './config/settings.token.js';
import type { SandboxBank } from './sandbox-bank/index.js';

/**
 * Starts the sandbox bank in this process, on another site than the product, like a real bank. The product only knows the address
 * in its settings.
 */
export async function startSandboxBank(settings: Settings): Promise<SandboxBank> {
  const { createSandboxBank } = await import('./sandbox-bank/index.js');
  // In a container, where the browser's address is not reachable.
  const everywhere = settings.host === '0.0.0.0';
  const bank = await createSandboxBank({
    port: settings.sandboxPort,
    host: everywhere ? '0.0.0.0' : '127.0.0.1',
    publicUrl: publicUrlOf(settings),
    merchantId: settings.gateway.merchantId,
    secretKey: settings.gateway.secretKey,
    otherMerchants: settings.gateway.profiles
      .filter(({ baseUrl }) => baseUrl === settings.gateway.baseUrl)
      .map(({ name, merchantId, secretKey, aggregatorId }) => ({
        merchantId,
        secretKey,
        merchantName: `${settings.company.name} (${name})`,
        ...(aggregatorId === null ? {} : { aggregatorId }),
      })),
    merchantName: settings.company.name,
    adviceUrl: `${everywhere ? `http://127.0.0.1:${settings.port}` : settings.appUrl}/api/gateway/callback`,
    stateFile: join(settings.dataDir, 'sandbox-bank.json'),
    quiet: true,
  });
  const stop = () => void bank.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return bank;
}

/** The address in the product's settings if that is its port; else the loopback. */
function publicUrlOf({ gateway, sandboxPort }: Settings): string {
  const known = new URL(gateway.baseUrl);
  return known.port === String(sandboxPort) ? known.origin : `http://127.0.0.1:${sandboxPort}`;
}
