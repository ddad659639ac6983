export { createSandboxBank, type SandboxBank } from './create-sandbox-bank.js';
export type { SandboxBankOptions, SandboxMerchant } from './sandbox-options.js';
