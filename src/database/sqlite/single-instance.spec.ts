import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockSingleInstance, startOf } from './single-instance.js';

describe('the lock of an embedded database', () => {
  let directory: string;
  let file: string;
  let lock: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tokendesk-lock-'));
    file = join(directory, 'test.sqlite');
    lock = `${file}.lock`;
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('names its holder, is its own, and is given back', () => {
    const release = lockSingleInstance(file);
    expect(readFileSync(lock, 'utf8')).toMatch(new RegExp(`^${process.pid}( \\d+)?$`));
    expect(statSync(lock).mode & 0o077).toBe(0);
    expect(readdirSync(directory)).toEqual(['test.sqlite.lock']);
    release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is refused while its holder lives', () => {
    writeFileSync(lock, `${process.ppid}`);
    expect(() => lockSingleInstance(file)).toThrow(`(pid ${process.ppid})`);
    expect(readFileSync(lock, 'utf8')).toBe(`${process.ppid}`);
  });

  it.each([
    ['whose holder is gone', '4194305 17'],
    ['whose number belongs to another process by now', `${process.ppid} 1`],
    ['of an earlier process of the same number', `${process.pid} 1`],
    ['without a holder', ''],
    ['with something else in it', 'not a number'],
  ])('is taken over from a file %s', (_, content) => {
    writeFileSync(lock, content);
    lockSingleInstance(file)();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is taken over from a process that has ended, and whose parent does not ask how', async () => {
    // The program that takes the shell's place does not know the child that the shell had started.
    // The child ends when the test closes its input: not before the lock has been asked about, however slow that is.
    const parent: ChildProcess = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    try {
      const [pid] = (await once(parent.stdout!, 'data')) as [Buffer];
      const child = Number(pid.toString());
      writeFileSync(lock, `${child} ${startOf(child)}`);
      expect(() => lockSingleInstance(file)).toThrow(`(pid ${child})`);
      // The shell, while it is one, would ask how its child has ended.
      while (!/\(sleep\)/.test(readFileSync(`/proc/${parent.pid}/stat`, 'utf8'))) await pause(20);
      (parent.stdio[3] as Writable).end();
      while (!/\) Z /.test(readFileSync(`/proc/${child}/stat`, 'utf8'))) await pause(20);
      lockSingleInstance(file)();
      expect(readdirSync(directory)).toEqual([]);
    } finally {
      parent.kill();
    }
  });

  it('is not released by a process that no longer holds it', () => {
    const release = lockSingleInstance(file);
    writeFileSync(lock, `${process.ppid}`);
    release();
    expect(readFileSync(lock, 'utf8')).toBe(`${process.ppid}`);
  });
});
