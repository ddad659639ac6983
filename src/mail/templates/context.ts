/** What templates know besides their data. */
export interface TemplateContext {
  /** Origin under which browsers see the product, without a trailing slash. */
  appUrl: string;
  companyName: string;
  /** Opens what the vault has sealed: keys that must not lie readable in the outbox. */
  open: (sealed: string) => string;
}

const IST = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'long', timeStyle: 'short' });

/** `12 January 2026 at 3:04 pm IST`, wherever the server stands. @param iso an instant in UTC */
export function istMoment(iso: string): string {
  return `${IST.format(new Date(iso)).replace(/\u202f/g, ' ')} IST`;
}
