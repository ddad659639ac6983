const IST_OFFSET_MS = 19_800_000;

/** The bank's own time: real time plus whatever the control endpoint added. */
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

/** `yyyyMMddHHmmss` in Indian time. */
export function istStamp(ms: number): string {
  return new Date(ms + IST_OFFSET_MS).toISOString().replace(/[-:T]/g, '').slice(0, 14);
}

/** The last instant of an Indian day written `dd/MM/yyyy`, or null when it is no date. */
export function endOfIstDay(text: string): number | null {
  const found = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (found === null) return null;
  const [day, month, year] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCDate() !== day || midnight.getUTCMonth() !== month - 1) return null;
  return midnight.getTime() - IST_OFFSET_MS + 86_400_000 - 1;
}
