import { GatewaySettingsModule } from '../../src/gateway-settings.module.js';
import { GatewayModule, PaymentGateway } from '../../src/modules/gateway/index.js';
import { pingBank } from '../bank-ping.js';
import { withContext } from '../context.js';
import { CommandFailed, output } from '../output.js';

export async function ping({ json }: { json?: boolean }): Promise<void> {
  await withContext({ imports: () => [GatewaySettingsModule, GatewayModule] }, async (context) => {
    const { baseUrl, merchantId, hashVersion } = context.settings.gateway;
    const { works, answer, meaning } = await pingBank(context.get(PaymentGateway));
    if (json) output.json({ works, baseUrl, merchantId, hashVersion, answer, meaning });
    else output.data(`${baseUrl}  merchant ${merchantId}  hash ${hashVersion}: ${meaning}`);
    if (!works) throw new CommandFailed(`The bank is not usable with these settings: ${meaning}.`);
  });
}
