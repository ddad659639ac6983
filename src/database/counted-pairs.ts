/** `status` of the cells that count unique pairs of email and tier among completed payments. */
export const PAIRS = 'pairs';

/** `sales_manager_id` of the cells that count these pairs in one project. No release from before them reads it. */
export const PAIRS_OF_PROJECT = -1;
