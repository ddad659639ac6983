// The generator of the rush, seen from the benchmark.
import { fork } from 'node:child_process';
import { join } from 'node:path';

export class LoadProcess {
  #waiting = new Map();
  #ids = 0;

  constructor() {
    this.child = fork(join(import.meta.dirname, 'generator.mjs'), { execArgv: [] });
    this.atExit = () => this.child.kill('SIGKILL');
    process.once('exit', this.atExit);
    this.child.on('message', ({ id, result, error }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(result);
      else reject(new Error(`load: ${error}`));
    });
    this.child.once('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the load generator ended with ${code}`));
      this.#waiting.clear();
    });
  }

  get pid() {
    return this.child.pid;
  }

  /** @param act a name of `acts` in `generator.mjs` */
  ask(act, wish = {}) {
    const id = (this.#ids += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.child.send({ id, act, wish });
    });
  }

  async stop() {
    process.off('exit', this.atExit);
    if (this.child.exitCode === null && this.child.connected) await this.ask('end').catch(() => undefined);
    this.child.kill('SIGTERM');
  }
}
