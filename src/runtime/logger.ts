import cluster from 'node:cluster';
import type { LoggerService, LogLevel } from '@nestjs/common';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { redact, redactText } from './log-redaction.js';
import { requestContext } from './request-context.js';
import { StartRefusal } from './start-refusal.js';

export interface LogSettings {
  logLevel: string;
}

/** JSON lines on stdout (UTC), without secrets or contact data. @param destination stderr for programs whose stdout is data */
export function createLogger(settings: LogSettings, destination?: DestinationStream): Logger {
  const options = {
    level: settings.logLevel,
    // Which of several workers wrote the line.
    base: cluster.worker ? { worker: cluster.worker.id } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (object: Record<string, unknown>) => redact(object) as Record<string, unknown>,
    },
    hooks: { logMethod },
    // Errors are redacted like everything else; pino would add every property of a driver's error.
    serializers: { err: (error: unknown) => redact(error) },
    mixin: () => {
      const requestId = requestContext()?.requestId;
      return requestId === undefined ? {} : { requestId };
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Without this pino uses an error's message as the line's own, unredacted, and repeats it beside a `msg`. */
function logMethod(this: Logger, [first, ...rest]: Parameters<LogFn>, method: LogFn): void {
  const fields: Record<string, unknown> = isPlain(first) ? { ...first } : first instanceof Error ? { err: first } : {};
  const { err } = fields;
  const candidates = [first, rest[0], fields['msg'], err instanceof Error ? err.message : undefined];
  const text = candidates.find((one) => typeof one === 'string');
  delete fields['msg'];
  if (text === undefined) method.call(this, fields);
  else method.call(this, fields, redactText(text));
}

/** Contexts of Nest's listing of modules and routes at start. */
const STARTING_UP = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory']);

/** Nest's own messages in the product's log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(STARTING_UP.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    // Printed by the caller, in one line.
    if (message instanceof StartRefusal) return;
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  setLogLevels(_levels: LogLevel[]): void {
    // The level is a setting.
  }

  /** Nest passes the context last; an error's stack or the error itself may stand before it. */
  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const extra = [...rest];
    const context = typeof extra.at(-1) === 'string' ? (extra.pop() as string) : undefined;
    const error = message instanceof Error ? message : extra.find((item) => item instanceof Error);
    const stack = extra.find((item) => typeof item === 'string' && item.includes('\n'));
    const fields = {
      ...(context !== undefined && { context }),
      ...(error !== undefined && { err: error }),
      ...(stack !== undefined && { stack }),
      ...(isPlain(message) && message),
    };
    if (isPlain(message)) this.logger[level](fields);
    else this.logger[level](fields, redactText(message instanceof Error ? message.message : String(message)));
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error) && !Array.isArray(value);
}
