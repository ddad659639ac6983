export class WorkerProcess {
  constructor(lane: { name: string }, options?: { env?: NodeJS.ProcessEnv });
  run(job: object): Promise<{ result: object; assertions: number }>;
  end(): Promise<string | undefined>;
}
