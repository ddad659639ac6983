import { normaliseEmail } from '../../src/domain/people/email.js';
import { AuthModule, presentUser, StaffService } from '../../src/modules/auth/index.js';
import { withContext } from '../context.js';
import { output, WrongUsage } from '../output.js';
import { readNewPassword } from '../password-input.js';

interface SeedOptions {
  email: string;
  name: string;
  passwordStdin?: boolean;
  json?: boolean;
}

export async function seed({ email, name, passwordStdin, json }: SeedOptions): Promise<void> {
  // Checked before any prompt.
  if (normaliseEmail(email) === null) throw new WrongUsage(`--email ${email} is no email address`);
  const password = await readNewPassword(passwordStdin === true);
  const user = await withContext({ imports: () => [AuthModule], createSchema: true }, (context) =>
    context.get(StaffService).create({ email, name, role: 'admin', password }),
  );
  if (json) output.json(presentUser(user));
  else output.note(`Created the admin ${user.name} <${user.email}>.`);
}
