/** Header names of the Inertia v3 protocol, in one place. */
export const HEADER = {
  inertia: 'X-Inertia',
  version: 'X-Inertia-Version',
  location: 'X-Inertia-Location',
  redirect: 'X-Inertia-Redirect',
  partialComponent: 'X-Inertia-Partial-Component',
  partialData: 'X-Inertia-Partial-Data',
  partialExcept: 'X-Inertia-Partial-Except',
  errorBag: 'X-Inertia-Error-Bag',
} as const;
