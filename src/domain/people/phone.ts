/** An Indian mobile number: ten digits starting with 6 to 9, with or without +91, 91 or 0 in front, spaces and hyphens allowed. */
export function normalisePhone(input: string): string | null {
  const compact = input.replace(/[ \u00a0-]/g, '');
  const match = /^(?:\+?91|0)?([6-9]\d{9})$/.exec(compact);
  return match ? `+91${match[1]}` : null;
}

/** Ten digits, the bank's format (docs/bank-protocol.md#formats). */
export function bankMobile(phone: string): string {
  return phone.slice(-10);
}
