import { join } from 'node:path';
import type { Settings } from './config/settings.token.js';
import type { SandboxBank } from './sandbox-bank/index.js';

/**
 * The practice bank, in this process but on another site than the product, as a real bank is. The product itself only knows
 * the address in its settings.
 */
export async function startSandboxBank(settings: Settings): Promise<SandboxBank> {
  const { createSandboxBank } = await import('./sandbox-bank/index.js');
  const bank = await createSandboxBank({
    port: settings.sandboxPort,
    host: settings.host === '0.0.0.0' ? '0.0.0.0' : '127.0.0.1',
    publicUrl: `http://127.0.0.1:${settings.sandboxPort}`,
    merchantId: settings.gateway.merchantId,
    secretKey: settings.gateway.secretKey,
    merchantName: settings.company.name,
    adviceUrl: `${settings.appUrl}/api/gateway/callback`,
    stateFile: join(settings.dataDir, 'sandbox-bank.json'),
    quiet: true,
  });
  const stop = () => void bank.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return bank;
}
