/**
 * Lazily loads a command's action when it is called. A file under `commands` only declares commands, so that help and completion
 * do not load the product.
 */
export function later<A extends unknown[]>(
  load: () => Promise<(...args: A) => void | Promise<void>>,
): (...args: A) => Promise<void> {
  return async (...args) => (await load())(...args);
}

/** For `addHelpText('after', …)`; every command has one or two. */
export function examples(...lines: string[]): string {
  return ['', lines.length > 1 ? 'Examples:' : 'Example:', ...lines.map((line) => `  $ tokendesk ${line}`)].join('\n');
}

/** Resolved by `chosenByFlags`. */
export const PROJECT_OPTION = ['--project <code>', 'only of this project'] as const;
export const EVENT_OPTION = ['--event <id or name>', 'only of this event'] as const;

export const JSON_OPTION = ['--json', 'print the result as JSON'] as const;
