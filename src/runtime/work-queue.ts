import { Overloaded } from './overloaded.js';

/** Runs at most `running` pieces of work in parallel; at most `waiting` more queue up, FIFO. */
export class WorkQueue {
  private active = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly name: string,
    private readonly limits: { running: number; waiting: number },
  ) {}

  /** @throws Overloaded when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Whether one more would be accepted. */
  get hasRoom(): boolean {
    return this.active < this.limits.running || this.queue.length < this.limits.waiting;
  }

  get isIdle(): boolean {
    return this.active === 0;
  }

  private async enter(): Promise<void> {
    if (this.active < this.limits.running) {
      this.active += 1;
      return;
    }
    if (this.queue.length >= this.limits.waiting) throw new Overloaded(this.name);
    await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  /** Hands its slot to the next in line. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.active -= 1;
  }
}
