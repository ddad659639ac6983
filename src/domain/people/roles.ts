export const ROLES = ['admin', 'sales_manager'] as const;
export type Role = (typeof ROLES)[number];

/** The page after sign-in, docs/product.md#people. */
export function homeOf(role: Role): string {
  return role === 'admin' ? '/admin/dashboard' : '/dashboard';
}
