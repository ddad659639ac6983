export { createSandboxBank, type SandboxBank } from './create-sandbox-bank.js';
export type { SandboxBankOptions } from './sandbox-options.js';
