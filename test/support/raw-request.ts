import { request } from 'node:http';

export interface RawReply {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends the path letter by letter: `fetch` would repair what an attacker leaves broken. */
export function rawRequest(
  baseUrl: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      const flat = Object.entries(response.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((each): [string, string] => [name, each]),
      );
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(flat),
          text: Buffer.concat(parts).toString(),
        });
      // A stream of events has no end of its own.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        response.destroy();
        done();
        return;
      }
      response.on('data', (part: Buffer) => parts.push(part)).once('end', done).once('error', reject); // prettier-ignore
    });
    sent.once('error', reject).end(body);
  });
}
