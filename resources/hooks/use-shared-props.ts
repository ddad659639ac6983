import { usePage } from '@inertiajs/react';
import type { SharedProps } from '../../src/contracts/pages';

export function useSharedProps(): SharedProps {
  return usePage().props as unknown as SharedProps;
}
