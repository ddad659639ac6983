import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnWithParent } from '../support/private-server.mjs';
import { findProgram } from '../support/programs.mjs';

/** For tests of networks alone (RFC 2544): nobody's real addresses. */
const NET = '198.18';
const READY_LIMIT_MS = 5_000;

/**
 * A network for each server, joined by a router, so that any two of them can be cut off from each other without a word, while both are
 * reached from here. Linux network namespaces, which end with the processes that hold them: nothing stays on the machine.
 */
export class Network {
  private readonly held: ChildProcess[] = [];
  private readonly third = randomInt(256);
  private readonly own = `td${randomInt(36 ** 6).toString(36)}`;

  private constructor(readonly size: number) {}

  /** @returns why it is not possible here, in place of the network: it takes root, and rights that a container may lack */
  static async open(size: number): Promise<Network | string> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may make networks';
    if (!['ip', 'unshare', 'nsenter'].every((name) => findProgram(name))) return 'ip, unshare or nsenter is missing';
    const network = new Network(size);
    try {
      await network.build();
      return network;
    } catch (error) {
      await network.close();
      return `no network could be made: ${String(error).split('\n').slice(0, 2).join(' ')}`;
    }
  }

  /** @param server from 0 on */
  hostOf(server: number): string {
    return this.address(server + 1, 2);
  }

  /** What stands before a command that runs in the server's network. */
  commandIn(server: number): string[] {
    return this.inside(this.held[server + 1]!);
  }

  /** Nothing passes between the one and the others, in either direction; nobody is told. */
  cut(server: number, others: number[]): void {
    for (const other of others) this.rule('add', server, other);
  }

  mend(server: number, others: number[]): void {
    for (const other of others) this.rule('del', server, other);
  }

  async close(): Promise<void> {
    const ended = this.held.map((child) => once(child, 'exit'));
    for (const child of this.held) child.kill('SIGKILL');
    await Promise.all(ended);
  }

  private async build(): Promise<void> {
    for (let at = 0; at <= this.size; at += 1) this.held.push(await hold());
    const router = this.held[0]!;
    const inRouter = (...words: string[]) => run([...this.inside(router), ...words]);
    inRouter('sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward');
    for (let at = 0; at <= this.size; at += 1) {
      const [theirs, ours] = at === 0 ? [[], this.own] : [['netns', String(this.held[at]!.pid)], 'eth0'];
      const there = at === 0 ? [] : this.inside(this.held[at]!);
      run([
        'ip',
        'link',
        'add',
        `to${at}`,
        'netns',
        String(router.pid),
        'type',
        'veth',
        'peer',
        'name',
        ours,
        ...theirs,
      ]);
      inRouter('ip', 'address', 'add', `${this.address(at, 1)}/30`, 'dev', `to${at}`);
      inRouter('ip', 'link', 'set', `to${at}`, 'up');
      run([...there, 'ip', 'address', 'add', `${this.address(at, 2)}/30`, 'dev', ours]);
      run([...there, 'ip', 'link', 'set', ours, 'up']);
      if (at > 0) run([...there, 'ip', 'link', 'set', 'lo', 'up']);
      run([
        ...there,
        'ip',
        'route',
        'add',
        at === 0 ? `${NET}.${this.third}.0/24` : 'default',
        'via',
        this.address(at, 1),
      ]);
    }
  }

  private rule(how: 'add' | 'del', one: number, other: number): void {
    const [first, second] = [this.hostOf(one), this.hostOf(other)];
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const)
      run([...this.inside(this.held[0]!), 'ip', 'rule', how, 'from', from, 'to', to, 'pref', '10', 'blackhole']);
  }

  private address(link: number, end: 1 | 2): string {
    return `${NET}.${this.third}.${4 * link + end}`;
  }

  private inside(holder: ChildProcess): string[] {
    return ['nsenter', '--net', '--target', String(holder.pid)];
  }
}

/** A process whose only use is that its network lives. */
async function hold(): Promise<ChildProcess> {
  const child = spawnWithParent('unshare', ['--net', 'sh', '-c', 'echo; exec sleep infinity'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ready = once(child.stdout!, 'data').then(() => true);
  if (await Promise.race([ready, pause(READY_LIMIT_MS, false)])) return child;
  child.kill('SIGKILL');
  throw new Error('unshare --net is not allowed');
}

function run([program, ...words]: string[]): void {
  execFileSync(program!, words, { stdio: 'pipe' });
}
