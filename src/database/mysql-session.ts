/**
 * For every connection. A unit of work sees commits of others, statement by statement, and locks the rows that it relies on. Set
 * per session, since setting it per transaction costs a round trip.
 */
export const ISOLATION_SQL = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * `timezone: 'Z'` only affects how mysql2 parses DATETIME; time zone and strict mode are set on every connection, so that servers
 * in IST or with a lax sql_mode behave alike. MySQL cuts GROUP_CONCAT at 1,024 characters by default, without an error.
 */
export const SESSION_SQL =
  "SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = 10, group_concat_max_len = 1048576, sql_mode = " +
  "'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'";
