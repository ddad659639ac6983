/** What still needs a merchant profile. */
export interface ProfileUse {
  /** Name of the profile. */
  profile: string;
  /** Codes of projects, not closed, whose next link would be at that merchant. */
  projects: readonly string[];
  /** Attempts about which the bank has to be asked. */
  attempts: number;
  /** Refunds under way. */
  refunds: number;
}

/**
 * Why an installation with these profiles must not start; null when it may. Without its key the capture of an attempt can be
 * neither seen nor confirmed, and its callbacks count as forged: to go on would leave customers' money unattended.
 */
export function missingProfilesText(uses: readonly ProfileUse[], configured: readonly string[]): string | null {
  const missing = uses.filter(({ profile, ...use }) => !configured.includes(profile) && reasonsOf(use).length > 0);
  if (missing.length === 0) return null;
  return missing.map((use) => `GATEWAY_PROFILES must list ${use.profile}: ${reasonsOf(use).join(', ')}`).join('; ');
}

function reasonsOf({ projects, attempts, refunds }: Omit<ProfileUse, 'profile'>): string[] {
  return [
    ...(projects.length > 0 ? [`project ${projects.join(', ')} names it`] : []),
    ...(attempts > 0 ? [`${attempts} of its payment attempts may still be paid`] : []),
    ...(refunds > 0 ? [`${refunds} of its refunds are under way`] : []),
  ];
}
