// The mail server of the benchmark as a process of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.mjs';
import { Program } from './processes.mjs';

/** @returns `{ url, pid, mails, stop }`; `mails(from)` are the emails that came, without the first `from`, as `{ to, id, subject, at }` */
export async function startMailServer() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-mail-'));
  const [port, controlPort] = [await freePort(), await freePort()];
  const program = new Program({
    file: join(import.meta.dirname, '../mail-server.mjs'),
    env: { PATH: process.env.PATH, SMTP_PORT: String(port), CONTROL_PORT: String(controlPort) },
    cwd: folder,
    logFile: join(folder, 'log'),
  });
  const control = `http://127.0.0.1:${controlPort}`;
  await program.untilAnswers(control);
  const mails = async (from) => (await (await fetch(`${control}/?from=${from}`)).json()).mails;
  const stop = async () => {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `smtp://127.0.0.1:${port}`, pid: program.pid, mails, stop };
}
