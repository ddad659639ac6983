/** Who sells on this device, for the form that opens without a network: nobody can be asked then. No secret, and no right. */
const KEY = 'tokendesk.person';

export interface DevicePerson {
  id: string;
  firstName: string;
}

export function devicePerson(): DevicePerson | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<DevicePerson> | null;
    const { id, firstName } = stored ?? {};
    return typeof id === 'string' && typeof firstName === 'string' ? { id, firstName } : null;
  } catch {
    return null;
  }
}

export function rememberDevicePerson(person: DevicePerson): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ id: person.id, firstName: person.firstName }));
  } catch {
    // Without storage nothing can be sold without a network.
  }
}

export function forgetDevicePerson(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
