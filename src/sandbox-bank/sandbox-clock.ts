const IST_OFFSET_MS = 19_800_000;

/** The bank's clock: real time plus an offset of the control endpoint. */
export class SandboxClock {
  private offsetMs = 0;

  nowMs(): number {
    return Date.now() + this.offsetMs;
  }

  advance(ms: number): void {
    this.offsetMs += ms;
  }

  reset(): void {
    this.offsetMs = 0;
  }
}

/** `yyyyMMddHHmmss`, IST. */
export function istStamp(ms: number): string {
  return new Date(ms + IST_OFFSET_MS).toISOString().replace(/[-:T]/g, '').slice(0, 14);
}

/** The last instant of an IST day given as `dd/MM/yyyy`; null for an invalid date. */
export function endOfIstDay(text: string): number | null {
  const found = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (found === null) return null;
  const [day, month, year] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCDate() !== day || midnight.getUTCMonth() !== month - 1) return null;
  return midnight.getTime() - IST_OFFSET_MS + 86_400_000 - 1;
}
