import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from './config/settings.token.js';
import { GatewaySettings } from './modules/gateway/index.js';

/** The settings of the gateway. */
@Global()
@Module({
  providers: [{ provide: GatewaySettings, inject: [SETTINGS], useFactory: gatewaySettingsOf }],
  exports: [GatewaySettings],
})
export class GatewaySettingsModule {}

function gatewaySettingsOf({ gateway }: Settings): GatewaySettings {
  const { aggregatorId, profiles, ...rest } = gateway;
  return {
    ...rest,
    ...(aggregatorId ? { aggregatorId } : {}),
    // Undefined, and not left out: a profile without an aggregator must not get the default one's.
    profiles: profiles.map((profile) => ({ ...profile, aggregatorId: profile.aggregatorId ?? undefined })),
  };
}
