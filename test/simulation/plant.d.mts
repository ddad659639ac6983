export function runPlanted(names: string[]): number;
