import { readProjectIds } from '../../src/domain/people/project-rights.js';
import { Projects, ProjectsModule } from '../../src/modules/projects/index.js';
import {
  AuthModule,
  presentUser,
  StaffProjects,
  StaffResets,
  StaffService,
  staffState,
} from '../../src/modules/auth/index.js';
import { withContext } from '../context.js';
import { output, WrongUsage } from '../output.js';
import { readNewPassword } from '../password-input.js';

type Account = Awaited<ReturnType<StaffService['getByEmail']>>;

interface ChangeOptions {
  json?: boolean;
  passwordStdin?: boolean;
}

export async function list({ json }: { json?: boolean }): Promise<void> {
  const { users, codes } = await withContext({ imports: () => [AuthModule, ProjectsModule] }, async (context) => {
    const accounts = await context.get(StaffService).list();
    return { users: accounts, codes: await codesByAccount(accounts, context.get(Projects)) };
  });
  const rows = users.map((user) => ({ ...row(user), ...(codes.has(user.id) && { projects: codes.get(user.id) }) }));
  if (json) output.json(rows);
  else
    output.table(
      ['ID', 'ROLE', 'STATE', 'CODE', 'EMAIL', 'NAME', ...(codes.size > 0 ? ['PROJECTS'] : [])],
      rows.map(({ id, role, state, secondFactor, email, name, projects }) => [
        id,
        role,
        state,
        secondFactor ? 'yes' : 'no',
        email,
        name,
        ...(codes.size > 0 ? [projects?.join(', ') ?? ''] : []),
      ]),
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

interface LimitOptions {
  projects: string;
  json?: boolean;
}

export async function limit(email: string, { projects, json }: LimitOptions): Promise<void> {
  const codes = codesOf(projects);
  const user = await withContext({ imports: () => [AuthModule] }, async (context) => {
    const staff = context.get(StaffService);
    await context.get(StaffProjects).set((await staff.getByEmail(email)).id, codes);
    return staff.getByEmail(email);
  });
  const sentence = codes === null ? 'an admin of all projects' : `an admin of ${codes.join(', ') || 'no project'}`;
  if (json) output.json({ ...row(user), projects: codes });
  else output.note(`${user.email} is ${sentence} from now on.`);
}

/** @returns null: all */
function codesOf(text: string): string[] | null {
  if (text === 'all') return null;
  if (text === 'none') return [];
  const codes = text.split(',').map((code) => code.trim());
  if (codes.includes('')) throw new WrongUsage('--projects takes short names with commas between, all, or none');
  return codes;
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

/** Short names of the projects of limited admins. */
async function codesByAccount(users: Account[], projects: Projects): Promise<Map<number, string[]>> {
  const codes = new Map<number, string[]>();
  for (const { id, role, projectIds } of users) {
    const known = role === 'admin' ? await projects.codesOf(readProjectIds(projectIds)) : null;
    if (known) codes.set(id, known);
  }
  return codes;
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
