/** An instant as both engines store and compare it, for hand-written SQL: `YYYY-MM-DD HH:MM:SS.mmm`, UTC. */
export function storedInstant(instant: Date): string {
  return instant.toISOString().slice(0, 23).replace('T', ' ');
}
