const KEY = 'tokendesk.desk-sales';
/** More than wait at any desk; older ones are in the list. */
const MOST = 8;

/** Ids of the sales made in this tab and not put away yet, newest first. Names are not kept on the device. */
export function deskSales(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function store(ids: string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing: the list of customers has them.
  }
}

export function addDeskSale(paymentId: string): void {
  store([paymentId, ...deskSales().filter((id) => id !== paymentId)]);
}

export function dropDeskSale(paymentId: string): void {
  store(deskSales().filter((id) => id !== paymentId));
}
