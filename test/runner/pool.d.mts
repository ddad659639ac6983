export interface Job {
  lane: object;
  expectedMs: number;
}

export function takeNext<J extends Job>(waiting: J[], lane?: J['lane'], others?: J['lane'][]): J | undefined;
