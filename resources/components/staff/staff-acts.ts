import type { StaffAct, StaffRow } from '../../../src/contracts/accounts';
import { API } from '../../../src/contracts/routes';
import type { Role } from '../../../src/domain/people/roles';

/** What the menu of a row offers. */
export interface StaffChoice {
  key: StaffAct | 'role' | 'sessions' | 'projects';
  label: string;
  /** Asked before it is done; without it there is nothing to ask. */
  question?: { title: string; text: string; button: string; isGrave?: boolean };
}

export function otherRole(row: StaffRow): Role {
  return row.role === 'admin' ? 'sales_manager' : 'admin';
}

/** Path, method and body of an act. */
export function requestOf(row: StaffRow, key: Exclude<StaffChoice['key'], 'sessions' | 'projects'>) {
  if (key === 'role') return { path: API.staffRole(row.id), method: 'put' as const, body: { role: otherRole(row) } };
  return { path: API.staffAct(row.id, key), method: 'post' as const, body: {} };
}

/** @param hasProjects whether there is more than one project, so that an admin can be limited */
export function choicesFor(row: StaffRow, hasProjects: boolean): StaffChoice[] {
  const limits = hasProjects && row.role === 'admin' ? [{ key: 'projects', label: 'Projects' } as const] : [];
  if (row.state === 'invited') return [...limits, resend(row), withdraw(row)];
  if (row.state === 'disabled') return [{ key: 'enable', label: 'Enable' }];
  return [
    ...(row.sessions > 0 ? [{ key: 'sessions', label: 'Sessions' } as const] : []),
    changeRole(row),
    ...limits,
    ...(row.isSelf ? [] : [resetPassword(row)]),
    ...(row.secondFactor && !row.isSelf ? [resetFactor(row)] : []),
    ...(row.isSelf ? [] : [disable(row)]),
  ];
}

function resend({ email }: StaffRow): StaffChoice {
  const text = `A new link goes to ${email}. The link sent before stops working.`;
  return {
    key: 'resend-invitation',
    label: 'Send invitation again',
    question: { title: 'Send the invitation again?', text, button: 'Send again' },
  };
}

function withdraw({ name }: StaffRow): StaffChoice {
  const text = `The link stops working, and ${name} disappears from this list.`;
  const question = { title: 'Withdraw the invitation?', text, button: 'Withdraw', isGrave: true };
  return { key: 'withdraw-invitation', label: 'Withdraw invitation', question };
}

function changeRole(row: StaffRow): StaffChoice {
  const label = row.role === 'admin' ? 'Make sales manager' : 'Make admin';
  const power =
    row.role === 'admin' ? 'sees only own customers and payments' : 'sees and does everything, refunds included';
  const text = `From then on ${row.name} ${power}. All sessions of the account end.`;
  return { key: 'role', label, question: { title: `${label}: ${row.name}?`, text, button: label } };
}

function resetPassword({ name, email }: StaffRow): StaffChoice {
  const text = `The current password and all sessions of ${name} end at once. A link for a new password goes to ${email}.`;
  const question = { title: 'Reset the password?', text, button: 'Reset password', isGrave: true };
  return { key: 'reset-password', label: 'Reset password', question };
}

function resetFactor({ name }: StaffRow): StaffChoice {
  const text = `For a lost telephone: ${name} signs in with the password alone again. All sessions of the account end.`;
  const question = { title: 'Switch off the second factor?', text, button: 'Switch off', isGrave: true };
  return { key: 'reset-second-factor', label: 'Switch off second factor', question };
}

function disable({ name }: StaffRow): StaffChoice {
  const text = `${name} cannot sign in any more, and all sessions of the account end. Customers and payments stay.`;
  const question = { title: 'Disable the account?', text, button: 'Disable', isGrave: true };
  return { key: 'disable', label: 'Disable', question };
}
