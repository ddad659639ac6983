import { loadSettings } from '../../src/config/env.js';
import { DEFAULT_PROFILE } from '../../src/config/merchant-profiles.js';
import { type Merchant, Merchants, PaymentGateway } from '../../src/modules/gateway/index.js';
import { withBank } from '../bank-context.js';
import { pingBank } from '../bank-ping.js';
import { CommandFailed, output, WrongUsage } from '../output.js';

interface Options {
  json?: boolean;
  profile?: string;
}

export async function ping({ json, profile }: Options): Promise<void> {
  await withBank(loadSettings(), async (context) => {
    const all = context.get(Merchants).all();
    const asked = profile === undefined ? all : all.filter((merchant) => nameOf(merchant) === profile);
    if (asked.length === 0)
      throw new WrongUsage(`--profile must be one of: ${all.map((merchant) => nameOf(merchant)).join(', ')}`);
    const results = [];
    // One after the other, so that lines come in the order of the settings.
    for (const merchant of asked) {
      const { baseUrl, merchantId, hashVersion } = merchant.settings;
      const { works, answer, meaning } = await pingBank(context.get(PaymentGateway), merchant.profile);
      // An installation with one merchant has no use for its name.
      const named = all.length > 1 ? { profile: nameOf(merchant) } : {};
      results.push({ ...named, works, baseUrl, merchantId, hashVersion, answer, meaning });
      const head = all.length > 1 ? `${nameOf(merchant)}  ` : '';
      if (!json) output.data(`${head}${baseUrl}  merchant ${merchantId}  hash ${hashVersion}: ${meaning}`);
    }
    if (json) output.json(results.length > 1 ? results : results[0]);
    const failed = results.filter(({ works }) => !works);
    const [first] = failed;
    if (!first) return;
    const which = all.length > 1 ? ` of ${failed.map((each) => each.profile).join(', ')}` : '';
    throw new CommandFailed(`The bank is not usable with these settings${which}: ${first.meaning}.`);
  });
}

function nameOf({ profile }: Merchant): string {
  return profile ?? DEFAULT_PROFILE;
}
