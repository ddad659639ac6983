import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AUDIT_LOG, dropAppendOnly } from '../../src/database/append-only.js';
import { createDataSource } from '../../src/database/data-source.js';
import { canonicalAuditRow, GENESIS_HASH } from '../../src/domain/audit/audit-chain.js';
import { Vault } from '../../src/runtime/vault.js';
import { type Chain, CHAIN_KEY, chainOf, entry } from '../support/audit-chain.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const WRITER = join(import.meta.dirname, '../support/audit-writer.mjs');
const start = promisify(execFile);

describe('the chain of the audit log', () => {
  let db: TestDatabase;
  let chain: Chain;
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of hand-written SQL
  const run = (sql: string, parameters: unknown[] = []): Promise<any[]> => db.dataSource.query(sql, parameters);
  const write = async (count: number, prefix = 'p') => {
    for (let number = 0; number < count; number += 1) await chain.audit.write(entry(`${prefix}${number}`));
    await chain.settle();
  };
  const withoutTriggers = async () => {
    const runner = db.dataSource.createQueryRunner();
    await dropAppendOnly(runner, AUDIT_LOG);
    await runner.release();
  };

  beforeEach(async () => {
    db = await openTestDatabase();
    chain = chainOf(db.dataSource);
  });
  afterEach(async () => {
    await chain.settle();
    await db.close();
  });

  it('is whole before anything is written', async () => {
    expect(await chain.verifier.verify()).toEqual({
      from: 1,
      rows: 0,
      lastSeq: 0,
      lastHash: GENESIS_HASH,
      unsealed: 0,
      fault: null,
    });
  });

  it('takes every committed row, each with its place, and none that was undone', async () => {
    await write(3);
    await expect(
      chain.uow.run(async () => {
        await chain.audit.write(entry('undone'));
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await write(2, 'q');
    const rows = await run('SELECT id, seq, subject_id AS subject FROM audit_log ORDER BY id');
    expect(rows.map(({ seq, subject }) => `${seq} ${subject}`)).toEqual(['1 p0', '2 p1', '3 p2', '4 q0', '5 q1']);
    expect(await chain.verifier.verify()).toMatchObject({ rows: 5, lastSeq: 5, unsealed: 0, fault: null });
  });

  it('seals a row that is committed after younger ones have been', async () => {
    // On an embedded database one unit of work waits for the other.
    if (db.dataSource.options.type === 'better-sqlite3') return;
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const slow = chain.uow.run(async () => {
      await chain.audit.write(entry('older'));
      await held;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await write(2, 'younger');
    expect(await chain.verifier.verify()).toMatchObject({ rows: 2, fault: null });
    finish();
    await slow;
    await chain.settle();
    const rows = await run('SELECT subject_id AS subject FROM audit_log ORDER BY seq');
    expect(rows.map(({ subject }) => subject)).toEqual(['younger0', 'younger1', 'older']);
    expect(await chain.verifier.verify()).toMatchObject({ rows: 3, unsealed: 0, fault: null });
  });

  it('does not make writers wait while rows are being sealed', async () => {
    if (db.dataSource.options.type === 'better-sqlite3') return;
    await write(1);
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const sealing = chain.uow.run(async (tx) => {
      await tx.query('UPDATE audit_anchor SET version = version + 1 WHERE id = 1');
      await held;
    });
    await Promise.all(Array.from({ length: 8 }, (_, number) => chain.audit.write(entry(`w${number}`))));
    expect(await chain.verifier.unsealed()).toBe(8);
    finish();
    await sealing;
    await chain.settle();
    expect(await chain.verifier.verify()).toMatchObject({ rows: 9, unsealed: 0, fault: null });
  });

  it('takes in rows from before there was a chain, in the order of their ids, in blocks', async () => {
    const values = Array.from(
      { length: 1203 },
      (_, n) => `('2026-01-01 10:00:00.000', 'system', 'x', 'payment', 'old${n}')`,
    );
    await run(`INSERT INTO audit_log (at, actor_kind, action, subject_type, subject_id) VALUES ${values.join(',')}`);
    expect(await chain.verifier.verify()).toMatchObject({ rows: 0, unsealed: 1203 });
    expect(await chain.sealer.seal()).toBe(1203);
    const [row] = await run(
      'SELECT COUNT(*) AS n FROM audit_log a JOIN audit_log b ON b.seq = a.seq + 1 AND b.id < a.id',
    );
    expect(Number(row.n)).toBe(0);
    expect(await chain.verifier.verify()).toMatchObject({ rows: 1203, lastSeq: 1203, unsealed: 0, fault: null });
  });

  it('stays whole with parallel writers in several processes', async () => {
    // A file is opened once in a process: SQLite waits for its lock without letting the other holder go on.
    const isFile = db.dataSource.options.type === 'better-sqlite3';
    const second = isFile ? null : await createDataSource({ url: db.url, poolSize: 5, sqliteDriver: '' }).initialize();
    const other = second ? chainOf(second) : chain;
    const units = Array.from({ length: 60 }, async (_, number) => {
      const mine = number % 2 === 0 ? chain : other;
      await mine.uow
        .run(async () => {
          await mine.audit.write(entry(`w${number}`));
          await mine.audit.write(entry(`v${number}`));
          if (number % 7 === 0) throw new Error('undone');
        })
        .catch((error: Error) => {
          if (error.message !== 'undone') throw error;
        });
    });
    const processes = ['a', 'b'].map((name) => start(process.execPath, [WRITER, db.url, name, '50']));
    await Promise.all([...units, ...processes]);
    await Promise.all([chain.settle(), other.settle()]);
    await chain.sealer.seal();
    // 60 units of two rows less 9 undone; twice 50 of one row less 10 undone.
    expect(await chain.verifier.verify()).toMatchObject({ rows: 2 * 51 + 2 * 40, unsealed: 0, fault: null });
    await second?.destroy();
  });

  it.each([
    ['changed', "UPDATE audit_log SET reason = 'Paid' WHERE seq = 3"],
    ['deleted', 'DELETE FROM audit_log WHERE seq = 3'],
    ['unsealed', 'UPDATE audit_log SET seq = NULL, hash = NULL WHERE seq = 3'],
    ['sealed anew', "UPDATE audit_log SET hash = 'f' WHERE seq = 3"],
  ])('the database refuses that a row is %s', async (_what, sql) => {
    await write(4);
    await expect(run(sql)).rejects.toThrow('audit rows are never changed or deleted');
    expect(await chain.verifier.verify()).toMatchObject({ rows: 4, fault: null });
  });

  const COLUMNS = 'at, actor_kind, action, subject_type, subject_id';
  it.each([
    ['a changed reason', ["UPDATE audit_log SET reason = 'another' WHERE seq = 3"], { kind: 'changed', seq: 3 }],
    [
      'a changed letter case',
      ["UPDATE audit_log SET action = 'Payment.created' WHERE seq = 2"],
      { kind: 'changed', seq: 2 },
    ],
    [
      'a changed moment',
      ["UPDATE audit_log SET at = '2020-01-01 00:00:00.000' WHERE seq = 5"],
      { kind: 'changed', seq: 5 },
    ],
    ['a row taken out', ['DELETE FROM audit_log WHERE seq = 3'], { kind: 'missing', seq: 3 }],
    ['the first row taken out', ['DELETE FROM audit_log WHERE seq = 1'], { kind: 'missing', seq: 1 }],
    ['the end cut off', ['DELETE FROM audit_log WHERE seq >= 5'], { kind: 'cut-off', seq: 5 }],
    ['everything gone', ['DELETE FROM audit_log'], { kind: 'cut-off', seq: 1 }],
    [
      'a row pushed in, the later ones moved up',
      [
        'UPDATE audit_log SET seq = seq + 100 WHERE seq >= 3',
        'UPDATE audit_log SET seq = seq - 99 WHERE seq >= 100',
        `INSERT INTO audit_log (${COLUMNS}, seq, hash, seal) VALUES ('2026-01-01 10:00:00.000', 'system', 'x', 'payment', 'p', 3, 'aa', 'bb')`,
      ],
      { kind: 'inserted', seq: 3 },
    ],
    [
      'a row behind the end',
      [
        `INSERT INTO audit_log (${COLUMNS}, seq, hash, seal) VALUES ('2026-01-01 10:00:00.000', 'system', 'x', 'payment', 'p', 7, 'aa', 'bb')`,
      ],
      { kind: 'changed', seq: 7 },
    ],
    ['a moved anchor', ['UPDATE audit_anchor SET last_seq = 4'], { kind: 'inserted', seq: 5 }],
    ['another hash in the anchor', ["UPDATE audit_anchor SET last_hash = 'aa'"], { kind: 'anchor', seq: 6 }],
  ])('shows %s', async (_what, statements, fault) => {
    await write(6);
    await withoutTriggers();
    for (const sql of statements) await run(sql);
    expect((await chain.verifier.verify()).fault).toMatchObject(fault);
  });

  it('shows a hole before the place where the walk began', async () => {
    await write(6);
    await withoutTriggers();
    await run('DELETE FROM audit_log WHERE seq = 2');
    expect(await chain.verifier.verify({ from: 5 })).toMatchObject({ rows: 2, fault: { kind: 'missing', seq: 2 } });
    expect((await chain.verifier.verify({ from: 3 })).fault).toMatchObject({ kind: 'missing', seq: 2 });
  });

  it('shows a chain that somebody without the key has made again, fitting hashes and all', async () => {
    await write(6);
    await withoutTriggers();
    const rows = await run('SELECT id, seq, hash FROM audit_log ORDER BY seq');
    const stranger = chainOf(db.dataSource, 'x'.repeat(32));
    await run("UPDATE audit_log SET reason = 'nothing happened', seq = NULL, hash = NULL, seal = NULL WHERE seq >= 3");
    await run(
      `UPDATE audit_anchor SET last_seq = 2, sealed_count = 2, last_hash = '${rows[1].hash}', seal = ?, chain_keys = NULL`,
      [stranger.hashes.anchorSealOf(stranger.keys, { lastSeq: 2, sealedCount: 2, lastHash: rows[1].hash })],
    );
    expect(await stranger.sealer.seal()).toBe(4);
    expect((await chain.verifier.verify()).fault).toMatchObject({ kind: 'resealed', seq: 3 });
  });

  it('stays whole while the encryption key is changed, and after it', async () => {
    const next = 'n'.repeat(32);
    await write(3);
    const changing = chainOf(db.dataSource, next, CHAIN_KEY);
    expect((await changing.verifier.verify()).fault).toBeNull();
    await changing.uow.run(() => changing.audit.write(entry('r')));
    await changing.sealer.seal();
    expect(await changing.resealing()).toMatchObject({ checked: 1, resealed: 1, unreadable: 0 });
    await changing.settle();
    await changing.sealer.seal();
    const after = chainOf(db.dataSource, next);
    await after.uow.run(() => after.audit.write(entry('s')));
    await after.sealer.seal();
    await after.settle();
    expect(await after.verifier.verify()).toMatchObject({ fault: null, rows: 6, unsealed: 0 });
    // The key before alone knows nothing of it any more, and seals nothing on top.
    await chain.uow.run(() => chain.audit.write(entry('t')));
    await expect(chain.sealer.seal()).rejects.toThrow('was not written by this installation');
    await chain.settle();
    // What was stored cannot be swapped for another sealed value, or be left out.
    for (const put of [new Vault(Buffer.from(next)).seal('0'.repeat(128)), null]) {
      await run('UPDATE audit_anchor SET chain_keys = ?', [put]);
      expect((await after.verifier.verify()).fault).toMatchObject({ kind: 'resealed', seq: 1 });
    }
  });

  it('a chain from before it kept its keys goes on, also under a new key', async () => {
    await write(3);
    await run('UPDATE audit_anchor SET chain_keys = NULL');
    const changing = chainOf(db.dataSource, 'n'.repeat(32), CHAIN_KEY);
    await changing.uow.run(() => changing.audit.write(entry('r')));
    await changing.sealer.seal();
    await changing.settle();
    expect(await chainOf(db.dataSource, 'n'.repeat(32)).verifier.verify()).toMatchObject({ fault: null, rows: 4 });
  });

  it('does not seal on top of an end that was put back', async () => {
    await write(4);
    const [early] = await run('SELECT last_seq, last_hash, sealed_count, seal FROM audit_anchor');
    await write(2, 'q');
    await withoutTriggers();
    await run("UPDATE audit_log SET reason = 'another', seq = NULL, hash = NULL, seal = NULL WHERE seq >= 5");
    await run('UPDATE audit_anchor SET last_seq = ?, last_hash = ?, sealed_count = ?, seal = ?', [
      early.last_seq,
      early.last_hash,
      early.sealed_count,
      early.seal,
    ]);
    await expect(chain.sealer.seal()).rejects.toThrow('was not written by this installation');
    // A process that has not seen the end is taken in; the place that was noted down elsewhere is not.
    const known = { seq: 4, hash: String(early.last_hash) };
    const fresh = chainOf(db.dataSource);
    await fresh.sealer.seal();
    expect((await fresh.verifier.verify({ known })).fault).toBeNull();
    expect((await fresh.verifier.verify({ known: { seq: 6, hash: 'a'.repeat(64) } })).fault).toMatchObject({ seq: 6 });
  });

  it('reads the same from either engine', () => {
    const row = { id: 7, at: new Date('2026-01-02T03:04:05.006Z'), actorUserId: null, actorKind: 'staff' };
    const more = {
      action: 'a',
      subjectType: 's',
      subjectId: '1',
      fromValue: null,
      toValue: 'x',
      reason: 'é"\n',
      requestId: null,
    };
    expect(canonicalAuditRow({ ...row, ...more })).toBe(
      '["audit-1",7,"2026-01-02T03:04:05.006Z",null,"staff","a","s","1",null,"x","é\\"\\n",null]',
    );
  });
});
