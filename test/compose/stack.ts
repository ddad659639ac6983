import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../support/free-port.mjs';
import { docker } from './docker.js';

const ROOT = join(import.meta.dirname, '../..');
/** What docker-compose.yml reads beside itself. A developer's `.env` stays behind. */
const FILES = ['docker-compose.yml', 'docs/deploy/nginx.conf'];
const DUMP = 'mysqldump --single-transaction --routines --triggers --set-gtid-purged=OFF --no-tablespaces';
const LOGIN = '--protocol=tcp --host=127.0.0.1 --user="$MYSQL_USER" --password="$MYSQL_PASSWORD"';

export type Instance = 'app1' | 'app2';

/** The project of docker-compose.yml under a name, on ports and with an image of its own. */
export class ComposeStack {
  private constructor(
    readonly image: string,
    private readonly project: string,
    private readonly folder: string,
    private readonly env: Record<string, string>,
  ) {
    process.once('exit', this.endNow);
  }

  /** Builds the image and starts nothing yet. */
  static async build(): Promise<ComposeStack> {
    const project = `tokendesk-test-${process.pid}`;
    const image = `tokendesk:test-${process.pid}`;
    await docker(['build', '--network=host', '--tag', image, ROOT]);
    const folder = mkdtempSync(join(tmpdir(), 'tokendesk-compose-'));
    for (const file of FILES) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      copyFileSync(join(ROOT, file), join(folder, file));
    }
    const env = {
      TOKENDESK_IMAGE: image,
      TOKENDESK_PORT: String(await freePort()),
      TOKENDESK_BANK_PORT: String(await freePort()),
    };
    return new ComposeStack(image, project, folder, env);
  }

  get url(): string {
    return `http://127.0.0.1:${this.env['TOKENDESK_PORT']}`;
  }

  get bankUrl(): string {
    return `http://127.0.0.1:${this.env['TOKENDESK_BANK_PORT']}`;
  }

  compose(args: string[], input?: string): Promise<string> {
    return docker([...this.leading, ...args], { env: this.environment, ...(input !== undefined && { input }) });
  }

  /** Images that are there are not asked for anywhere. */
  async up(...services: string[]): Promise<void> {
    try {
      await this.compose(['up', '--detach', '--wait', '--no-build', '--pull', 'missing', ...services]);
    } catch (error) {
      const [states, logs] = [await this.compose(['ps', '--all']), await this.compose(['logs', '--tail', '40'])];
      throw new Error(`The project does not come up.\n${states}\n${logs}`, { cause: error });
    }
  }

  exec(service: string, ...command: string[]): Promise<string> {
    return this.compose(['exec', '-T', service, ...command]);
  }

  /** Through the command line of the product. */
  command(...words: string[]): Promise<string> {
    return this.exec('app1', 'node', 'dist/server/tokendesk.js', ...words);
  }

  /** As docs/operations.md has it: the proxy leaves an instance alone, and a new container takes its place. */
  async replace(instance: Instance): Promise<void> {
    const other = instance === 'app1' ? 'app2' : 'app1';
    await this.lead(
      `mkdir -p /etc/nginx/instances && echo 'set $instances ${other};' > /etc/nginx/instances/only.conf`,
    );
    await this.up('--no-deps', '--force-recreate', instance);
    await this.lead('rm /etc/nginx/instances/only.conf');
  }

  private async lead(change: string): Promise<void> {
    await this.exec('proxy', 'sh', '-c', `${change} && nginx -t -q && nginx -s reload && sleep 2`);
  }

  /** @returns the rows of a statement, each value as text */
  async rows(sql: string): Promise<string[][]> {
    const text = await this.compose(
      ['exec', '-T', 'database', 'sh', '-c', `exec mysql ${LOGIN} --batch --skip-column-names "$MYSQL_DATABASE"`],
      sql,
    );
    return text.split('\n').filter(Boolean).map((line) => line.split('\t')); // prettier-ignore
  }

  backUp(): Promise<string> {
    return this.exec('database', 'sh', '-c', `exec ${DUMP} ${LOGIN} "$MYSQL_DATABASE"`);
  }

  /** Into an empty database, whose old volume is gone. */
  async restore(dump: string): Promise<void> {
    await this.compose(['down']);
    await docker(['volume', 'rm', `${this.project}_database-data`]);
    await this.up('database');
    await this.compose(['exec', '-T', 'database', 'sh', '-c', `exec mysql ${LOGIN} "$MYSQL_DATABASE"`], dump);
    await this.up();
  }

  /** Lines that nginx has written about requests. */
  async proxyLines(): Promise<string[]> {
    const text = await this.compose(['logs', '--no-color', '--no-log-prefix', 'proxy']);
    return text.split('\n').filter((line) => / to=.* sent=/.test(line));
  }

  private get leading(): string[] {
    return ['compose', '--project-name', this.project, '--project-directory', this.folder];
  }

  private get environment(): NodeJS.ProcessEnv {
    return { ...process.env, ...this.env };
  }

  /** Of a run that is interrupted; it goes on after this process. The project is found by its name: its folder may be gone. */
  private readonly endNow = (): void => {
    const down = ['compose', '--project-name', this.project, 'down', '--volumes', '--remove-orphans', '--timeout', '0'];
    spawn('docker', down, { cwd: '/', detached: true, stdio: 'ignore' }).unref();
  };

  async close(): Promise<void> {
    process.off('exit', this.endNow);
    await this.compose(['down', '--volumes', '--remove-orphans', '--timeout', '5']);
    await docker(['image', 'rm', this.image]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
