import type { z } from 'zod';
import { profileSchemaFor, trimSlash } from './schema.js';

/** One more merchant at the bank, beside that of the plain `GATEWAY_*` variables. */
export interface MerchantProfileSettings {
  /** As listed in `GATEWAY_PROFILES`. */
  name: string;
  /** Without a trailing slash; the default profile's unless set. */
  baseUrl: string;
  merchantId: string;
  secretKey: string;
  /** The previous key, while the bank changes over: it still verifies answers and callbacks. */
  previousSecretKey: string | null;
  aggregatorId: string | null;
  allowedHosts: string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const PROFILE_NAME = /^[a-z][a-z0-9_]{0,29}$/;
/** The name of the merchant of the plain variables, in commands. */
export const DEFAULT_PROFILE = 'default';

/** @returns the names that `GATEWAY_PROFILES` lists, and what is wrong with the list */
export function profileNamesIn(list: string | undefined): { names: string[]; problems: string[] } {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const problems = new Set<string>();
  for (const [at, name] of names.entries()) {
    if (!PROFILE_NAME.test(name))
      problems.add(
        'GATEWAY_PROFILES must list names of small letters, digits and _ that begin with a letter, at most 30 long',
      );
    else if (name === DEFAULT_PROFILE)
      problems.add('GATEWAY_PROFILES must not list default: that is the merchant of GATEWAY_MERCHANT_ID');
    else if (names.indexOf(name) < at) problems.add(`GATEWAY_PROFILES lists ${name} twice`);
  }
  return { names: problems.size > 0 ? [] : names, problems: [...problems] };
}

/** @param setting e.g. `SECRET_KEY` @returns e.g. `GATEWAY_NORTH_SECRET_KEY` */
export function profileVariable(name: string, setting: string): string {
  return `GATEWAY_${name.toUpperCase()}_${setting}`;
}

/** The variables of these profiles that may be given as files. */
export function profileSecrets(names: readonly string[]): string[] {
  return names.flatMap((name) =>
    ['SECRET_KEY', 'SECRET_KEY_PREVIOUS'].map((setting) => profileVariable(name, setting)),
  );
}

/** @returns the settings of these profiles, and every problem with the name of its variable and never its value */
export function readProfiles(
  names: readonly string[],
  environment: Environment,
  production: boolean,
): { profiles: ProfileValues[]; problems: string[] } {
  const schema = profileSchemaFor(production);
  const profiles: ProfileValues[] = [];
  const problems: string[] = [];
  for (const name of names) {
    const given = Object.fromEntries(
      Object.keys(schema.shape)
        .map((setting) => [setting, environment[profileVariable(name, setting)]])
        .filter(([, value]) => value !== undefined && value !== ''),
    ) as Record<string, string>;
    const parsed = schema.safeParse(given);
    if (parsed.success) profiles.push({ name, ...parsed.data });
    else problems.push(...parsed.error.issues.map((issue) => problemOf(name, issue)));
  }
  return { profiles, problems };
}

export type ProfileValues = { name: string } & z.infer<ReturnType<typeof profileSchemaFor>>;

interface DefaultMerchant {
  baseUrl: string;
  merchantId: string;
  secretKey: string;
  previousSecretKey: string | null;
  aggregatorId: string | null;
}

/** @param hosts `GATEWAY_ALLOWED_HOSTS`; empty: the host of each profile's base URL */
export function profileSettings(
  values: ProfileValues,
  { baseUrl }: DefaultMerchant,
  hosts: readonly string[],
): MerchantProfileSettings {
  const base = trimSlash(values.BASE_URL ?? baseUrl);
  return {
    name: values.name,
    baseUrl: base,
    merchantId: values.MERCHANT_ID,
    secretKey: values.SECRET_KEY,
    previousSecretKey: values.SECRET_KEY_PREVIOUS,
    aggregatorId: values.AGGREGATOR_ID,
    allowedHosts: hosts.length > 0 ? [...hosts] : [new URL(base).host],
  };
}

/**
 * A merchant configured twice would be asked twice for one payout. A key that two merchants share would let one sign for the
 * other, except below an aggregator, whose merchants are told apart by the merchant id in the signed text.
 */
export function sharedMerchants(first: DefaultMerchant, profiles: readonly MerchantProfileSettings[]): string[] {
  const problems: string[] = [];
  for (const [at, profile] of profiles.entries()) {
    for (const other of [{ name: null, ...first }, ...profiles.slice(0, at)]) {
      const theirs = (setting: string) =>
        other.name === null ? `GATEWAY_${setting}` : profileVariable(other.name, setting);
      const ours = (setting: string) => profileVariable(profile.name, setting);
      if (profile.merchantId === other.merchantId && profile.baseUrl === other.baseUrl)
        problems.push(`${ours('MERCHANT_ID')} must not be the value of ${theirs('MERCHANT_ID')}`);
      const isOneAggregator = profile.aggregatorId !== null && profile.aggregatorId === other.aggregatorId;
      const keys = [other.secretKey, other.previousSecretKey];
      if (!isOneAggregator && keys.includes(profile.secretKey))
        problems.push(`${ours('SECRET_KEY')} must not be a key of the merchant of ${theirs('SECRET_KEY')}`);
      if (!isOneAggregator && profile.previousSecretKey !== null && keys.includes(profile.previousSecretKey))
        problems.push(`${ours('SECRET_KEY_PREVIOUS')} must not be a key of the merchant of ${theirs('SECRET_KEY')}`);
    }
  }
  return problems;
}

function problemOf(name: string, issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === 'invalid_type' && issue.message.includes('received undefined');
  return `${profileVariable(name, issue.path.join('.'))} ${isMissing ? 'is required' : issue.message}`;
}
