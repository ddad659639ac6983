import compression from 'compression';
import type { Request } from 'express';
import { isCustomerPage } from './request-kind.js';

/**
 * The customers' pages go over slow networks and hold no secret that a page could repeat beside text of an attacker's
 * choice; everything else is left to the proxy.
 */
export const compressCustomerPages = compression({
  threshold: 1024,
  filter: (request, response) =>
    isCustomerPage(request as Request) && String(response.getHeader('content-type')).startsWith('text/html'),
});
