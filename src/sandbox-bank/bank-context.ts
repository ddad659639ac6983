import { BankState } from './bank-state.js';
import { FaultRegistry } from './fault-registry.js';
import { SandboxClock } from './sandbox-clock.js';
import { DEFAULT_SETTINGS, type SandboxConfig, type SandboxSettings } from './sandbox-options.js';

/** What all parts of the bank share. */
export class BankContext {
  readonly clock = new SandboxClock();
  readonly faults = new FaultRegistry();
  readonly state: BankState;
  readonly initialSettings: SandboxSettings;
  settings: SandboxSettings;

  constructor(
    readonly config: SandboxConfig,
    adviceUrl: string | null,
  ) {
    this.state = new BankState(config.stateFile);
    this.initialSettings = { ...DEFAULT_SETTINGS, adviceUrl };
    this.settings = { ...this.initialSettings };
  }

  pageUrl(token: string): string {
    return `${this.config.publicBase}/portal/pay/i/${token}`;
  }
}
