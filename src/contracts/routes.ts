/** Paths of the product, built in one place. */
export const ROUTES = {
  home: '/',
  login: '/login',
  dashboard: '/dashboard',
  adminDashboard: '/admin/dashboard',
  adminTransactions: '/admin/transactions',
  customerForm: '/customer-form',
  transactions: '/transactions',
  payment: (paymentId: string) => `/payment/${paymentId}`,
  payByForm: (paymentId: string) => `/payment/${paymentId}/initiate`,
  verify: '/payment/verify',
  verifyEvent: (eventId: string) => `/payment/verify?event=${eventId}`,
  success: '/payment/success',
  cancel: '/payment/cancel',
  thankYou: '/thank-you',
} as const;

export const API = {
  login: '/api/login',
  logout: '/api/logout',
  me: '/api/auth/me',
  pageView: '/api/analytics/page-view',
  dashboard: '/api/sales-manager/dashboard',
  createLink: '/api/payments/create-link',
  checkStatus: (paymentId: string) => `/api/payments/check-status/${paymentId}`,
  payment: (paymentId: string) => `/api/payments/${paymentId}`,
  paymentStatus: (paymentId: string) => `/api/payments/${paymentId}/status`,
  initiate: (paymentId: string) => `/api/payments/${paymentId}/initiate`,
  verifyCallback: '/api/payments/verify-callback',
  adminPayments: '/api/payments/admin/all',
} as const;
