import { startMariadb } from './mariadb.mjs';
import { findRedis } from './programs.mjs';
import { startRedis } from './redis.mjs';

/** TEST_ENGINE says where the app tests keep their data; the workers inherit what is set here. */
export default async function setUp() {
  process.env.TEST_ENGINE ??= 'sqlite';
  const engine = process.env.TEST_ENGINE;
  if (engine !== 'sqlite' && engine !== 'mariadb') throw new Error(`TEST_ENGINE is sqlite or mariadb, not "${engine}"`);
  // Without one only the specs that need it fail; the runner has seen to it before.
  if (!process.env.TEST_REDIS_URL && findRedis()) {
    globalThis.privateRedis = await startRedis();
    process.env.TEST_REDIS_URL = globalThis.privateRedis.url;
  }
  if (engine === 'sqlite' || process.env.TEST_DATABASE_URL) return;
  globalThis.privateMariadb = await startMariadb();
  process.env.TEST_DATABASE_URL = globalThis.privateMariadb.url;
}
