let known: Promise<ReadonlySet<string>> | undefined;

/** The list is large and needed only when somebody chooses a password. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** @param password in lower case. Digits and signs hung onto a common password do not make it another one. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= commonPasswords();
  const list = await known;
  const base = password.replace(/(?<![^\p{L}])[^\p{L}]+$/u, '');
  return list.has(password) || (base.length >= 4 && list.has(base)) || isRepetition(password, list);
}

/** `passwordpassword`, `123123123123`. */
function isRepetition(password: string, list: ReadonlySet<string>): boolean {
  for (let size = 1; size <= password.length / 2; size += 1) {
    const part = password.slice(0, size);
    const repeats = password.length % size === 0 && part.repeat(password.length / size) === password;
    if (repeats && (size < 6 || list.has(part))) return true;
  }
  return false;
}
