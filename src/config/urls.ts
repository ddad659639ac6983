export function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && !search && !hash && !username;
}

export function isUrlOf(protocols: string[], value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocols.includes(protocol) && hostname !== '';
}

export function trimSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}
