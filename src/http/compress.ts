import compression from 'compression';
import type { Request } from 'express';
import { isCustomerPage } from './request-kind.js';

/**
 * Compresses customer pages: they go over slow networks and contain no secret beside text of an attacker's choice (BREACH).
 * Everything else is left to the proxy.
 */
export const compressCustomerPages = compression({
  threshold: 1024,
  filter: (request, response) =>
    isCustomerPage(request as Request) && String(response.getHeader('content-type')).startsWith('text/html'),
});
