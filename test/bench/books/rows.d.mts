export const SELLERS: number;

export interface Attempt {
  id: number;
  number: number;
  invoice: string;
  status: 'captured' | 'failed' | 'cancelled' | 'open';
  amount: number;
  txn: string | null;
}

export interface Sale {
  n: number;
  /** Milliseconds since 1970. */
  at: number;
  type: 'gold' | 'silver' | 'platinum';
  status: string;
  customer: number;
  seller: number;
  amount: number;
  refunded: number;
  paid: boolean;
  paidAt: number | null;
  publicId: string;
  source: Sale | null;
  token: { number: string; sequence: number } | null;
  receipt: number | null;
  attempts: Attempt[];
  place: { project: number; event: number };
}

export function mixed(n: number, purpose?: number): number;
export function customersFor(payments: number): number;
export function customerOf(c: number): { id: number; seller: number; name: string; email: string; phone: string };
export function sellerOf(customer: number): number;
export function publicIdOf(n: number, purpose?: number): string;
export const EVENTS_EACH: number;
export function salesOf(size: number, projects?: number): Generator<Sale>;
