import type { ChildProcess, SpawnOptions } from 'node:child_process';

/** Where the system can do it, the server ends even when this process is killed outright. */
export function spawnWithParent(server: string, args: string[], options: SpawnOptions): ChildProcess;

/** Ends the server and removes its folder: when called, or with this process. */
export function stopper(
  child: ChildProcess,
  dir: string,
): (how?: { keepFiles?: boolean; isAtOnce?: boolean }) => Promise<void>;
