import { AuthModule, presentUser, StaffService } from '../../src/modules/auth/index.js';
import { withContext } from '../context.js';
import { output } from '../output.js';
import { readNewPassword } from '../password-input.js';

interface SeedOptions {
  email: string;
  name: string;
  passwordStdin?: boolean;
  json?: boolean;
}

export async function seed({ email, name, passwordStdin, json }: SeedOptions): Promise<void> {
  const password = await readNewPassword(passwordStdin === true);
  const user = await withContext({ imports: () => [AuthModule], createSchema: true }, (context) =>
    context.get(StaffService).create({ email, name, role: 'admin', password }),
  );
  if (json) output.json(presentUser(user));
  else output.note(`Created the admin ${user.name} <${user.email}>.`);
}
