/** The full path of the first of these programs that is installed. */
export function findProgram(...names: string[]): string | undefined;
