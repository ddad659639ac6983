import { BankState } from './bank-state.js';
import { FaultRegistry } from './fault-registry.js';
import { SandboxClock } from './sandbox-clock.js';
import type { Owned } from './bank-records.js';
import { DEFAULT_SETTINGS, type SandboxConfig, type SandboxMerchant, type SandboxSettings } from './sandbox-options.js';

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

  /** Those with the id that a request names, which spells the field in two ways; undefined: a stranger. */
  merchantNamed(fields: Readonly<Record<string, string>>): SandboxMerchant | undefined {
    const named = fields['merchantID'] ?? fields['merchantId'];
    return this.merchants().find(({ merchantId }) => merchantId === named);
  }

  /** The merchant of a record. */
  merchantOf({ owner }: Owned): SandboxMerchant {
    const found = this.merchants().find(({ merchantId }) => merchantId === owner);
    return found ?? this.config;
  }

  /** The owner of what a request asks for or creates: undefined for the first merchant. */
  ownerNamed(fields: Readonly<Record<string, string>>): string | undefined {
    const { merchantId } = this.merchantNamed(fields) ?? this.config;
    return merchantId === this.config.merchantId ? undefined : merchantId;
  }

  /** Of all merchants, the first one's before the others'. */
  owners(): (string | undefined)[] {
    return [undefined, ...(this.config.otherMerchants ?? []).map(({ merchantId }) => merchantId)];
  }

  private merchants(): readonly SandboxMerchant[] {
    return [this.config, ...(this.config.otherMerchants ?? [])];
  }

  pageUrl(token: string): string {
    return `${this.config.publicBase}/portal/pay/i/${token}`;
  }
}
