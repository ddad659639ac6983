import { AuthModule, presentUser, StaffResets, StaffService, staffState } from '../../src/modules/auth/index.js';
import { withContext } from '../context.js';
import { output } from '../output.js';
import { readNewPassword } from '../password-input.js';

type Account = Awaited<ReturnType<StaffService['getByEmail']>>;

interface ChangeOptions {
  json?: boolean;
  passwordStdin?: boolean;
}

export async function list({ json }: { json?: boolean }): Promise<void> {
  const users = await withStaff((staff) => staff.list());
  if (json) output.json(users.map(row));
  else
    output.table(
      ['ID', 'ROLE', 'STATE', 'CODE', 'EMAIL', 'NAME'],
      users
        .map(row)
        .map((user) => [user.id, user.role, user.state, user.secondFactor ? 'yes' : 'no', user.email, user.name]),
    );
}

export async function disable(email: string, { json }: ChangeOptions): Promise<void> {
  const user = await withStaff(async (staff) => {
    await staff.disable((await staff.getByEmail(email)).id);
    return staff.getByEmail(email);
  });
  answer(user, json, `Disabled ${user.email}; its sessions have ended.`);
}

export async function enable(email: string, { json }: ChangeOptions): Promise<void> {
  const user = await withStaff(async (staff) => {
    await staff.enable((await staff.getByEmail(email)).id);
    return staff.getByEmail(email);
  });
  answer(user, json, `Enabled ${user.email}.`);
}

export async function resetPassword(email: string, { json, passwordStdin }: ChangeOptions): Promise<void> {
  const chosen = passwordStdin ? await readNewPassword(true) : undefined;
  const { user, password } = await withStaff(async (staff) => {
    const account = await staff.getByEmail(email);
    return { user: account, password: await staff.resetPassword(account.id, chosen) };
  });
  const shown = chosen === undefined ? { password } : {};
  if (json) output.json({ ...row(user), ...shown });
  else if (chosen === undefined) output.data(password);
  if (!json) output.note(`New password for ${user.email}; its sessions have ended.`);
}

export async function resetSecondFactor(email: string, { json }: ChangeOptions): Promise<void> {
  const user = await withContext({ imports: () => [AuthModule] }, async (context) => {
    const staff = context.get(StaffService);
    await context.get(StaffResets).resetSecondFactor(null, (await staff.getByEmail(email)).id);
    return staff.getByEmail(email);
  });
  answer(user, json, `${user.email} signs in with the password alone again; its sessions have ended.`);
}

function answer(user: Account, json: boolean | undefined, sentence: string): void {
  if (json) output.json(row(user));
  else output.note(sentence);
}

function row(user: Account) {
  return { ...presentUser(user), state: staffState(user), secondFactor: user.totpEnabledAt !== null };
}

function withStaff<T>(work: (staff: StaffService) => Promise<T>): Promise<T> {
  return withContext({ imports: () => [AuthModule] }, (context) => work(context.get(StaffService)));
}
