/**
 * Of every connection. A unit of work sees what others have committed, statement by statement: it locks the rows that it goes on
 * from. Said once, since a level that is named with each transaction costs one round trip more.
 */
export const ISOLATION_SQL = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * `timezone: 'Z'` only tells mysql2 how to read a DATETIME; the session's own time zone and strictness are set on every
 * connection, so that a server in IST or with a lax sql_mode behaves like any other.
 */
export const SESSION_SQL =
  "SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = 10, sql_mode = " +
  "'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'";
