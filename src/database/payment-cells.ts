/** `sales_manager_id` of the cells that count all sellers together; no user has this id. */
export const ALL_SELLERS = 0;
/** `status` of the cells that count unique pairs of e-mail and token type among completed payments. */
export const PAIRS = 'pairs';
