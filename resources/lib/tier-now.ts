import { router } from '@inertiajs/react';
import type { CatalogueEntry } from '../../src/contracts/pages';
import { KEEPS_PAGE } from './background';
import { pause } from './pause';

/** The form does not wait longer for it. */
const PATIENCE_MS = 5_000;

/**
 * Reads anew what the form offers, once the server has refused a tier or its price.
 * @returns the tier of the code as it is sold now; null where it is not sold, or nothing could be read
 */
export async function tierNow(code: string): Promise<CatalogueEntry | null> {
  const read = new Promise<CatalogueEntry[]>((resolve) => {
    router.reload({
      only: ['catalogue', 'unitsLeft'],
      showProgress: false,
      onSuccess: ({ props }) => resolve(props['catalogue'] as CatalogueEntry[]),
      onFinish: () => resolve([]),
      ...KEEPS_PAGE,
    });
  });
  const tiers = await Promise.race([read, pause(PATIENCE_MS).then((): CatalogueEntry[] => [])]);
  return tiers.find((tier) => tier.code === code) ?? null;
}
