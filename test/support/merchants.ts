import type { SandboxMerchant } from '../../src/sandbox-bank/index.js';

/** Merchants that the bank of a test has beside that of the plain settings. */
export const NORTH = { merchantId: 'T_NORTH', secretKey: 'sandbox-key-north', merchantName: 'North' };
export const SOUTH = { merchantId: 'T_SOUTH', secretKey: 'sandbox-key-south', merchantName: 'South' };
export const OTHER_MERCHANTS: readonly SandboxMerchant[] = [NORTH, SOUTH];

/** Settings under which the product has them too. */
export const PROFILES = {
  GATEWAY_PROFILES: 'north,south',
  GATEWAY_NORTH_MERCHANT_ID: NORTH.merchantId,
  GATEWAY_NORTH_SECRET_KEY: NORTH.secretKey,
  GATEWAY_SOUTH_MERCHANT_ID: SOUTH.merchantId,
  GATEWAY_SOUTH_SECRET_KEY: SOUTH.secretKey,
};
