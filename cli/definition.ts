/**
 * Wires an option's command to its work, which is loaded when it is called. A file under `commands` says what there is and
 * imports nothing else, so that help and completion know every command without loading the product.
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

export const JSON_OPTION = ['--json', 'print the result as JSON'] as const;
