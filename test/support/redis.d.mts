export interface PrivateRedis {
  /** `redis://host:port` */
  url: string;
  port: number;
  stop(): Promise<void>;
}

/** Starts a private Redis that keeps nothing, on a free port or on the given one. Ended by `stop`, or with this process. */
export function startRedis(options?: { port?: number }): Promise<PrivateRedis>;
