const IST = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'long', timeStyle: 'short' });

/** `12 January 2026 at 3:04 pm IST`, wherever the server stands. @param iso an instant in UTC */
export function istMoment(iso: string): string {
  return `${IST.format(new Date(iso)).replace(/\u202f/g, ' ')} IST`;
}
