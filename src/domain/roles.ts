export const ROLES = ['admin', 'sales_manager'] as const;
export type Role = (typeof ROLES)[number];

/** Where a signed-in visitor lands (spec section 6). */
export function homeOf(role: Role): string {
  return role === 'admin' ? '/admin/dashboard' : '/dashboard';
}
