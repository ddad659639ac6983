/** Paths that only late parts of the lists ask for; the others stand in routes.ts, which every page loads. */
export const LIST_API = {
  selection: '/api/payments/admin/selection',
  views: '/api/admin/views',
  view: (viewId: string) => `/api/admin/views/${viewId}`,
  deleteView: (viewId: string) => `/api/admin/views/${viewId}/delete`,
  find: '/api/find',
} as const;
