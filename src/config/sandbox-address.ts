const LOOPBACK = /^(127\.0\.0\.1|localhost|.+\.localhost)$/;
/** Under which the sandbox bank answers. */
const PATH = '/pg';
const AT_PATH = /^\/pg\/*$/;

/** The address of the sandbox bank by default. */
export function sandboxUrl(port: number): string {
  return `http://127.0.0.1:${port}${PATH}`;
}

/** Whether the sandbox bank of this machine answers there. */
export function isSandboxUrl(baseUrl: string, port: number): boolean {
  return LOOPBACK.test(new URL(baseUrl).hostname) && isAtPort(baseUrl, port);
}

export interface SandboxStart {
  /** Whether the sandbox bank is started with the product. */
  sandboxGateway: boolean;
  /** Nobody asked for it by name: whoever answers at its address already is the bank. */
  sandboxMayBeElsewhere: boolean;
}

interface Wishes {
  SANDBOX_GATEWAY?: boolean | undefined;
  SANDBOX_PORT: number;
  GATEWAY_BASE_URL?: string | undefined;
}

/** As asked for; else outside production, where its address is the bank's. */
export function sandboxStart(
  { SANDBOX_GATEWAY, SANDBOX_PORT, GATEWAY_BASE_URL }: Wishes,
  production: boolean,
): SandboxStart {
  const isBank = isSandboxUrl(GATEWAY_BASE_URL ?? sandboxUrl(SANDBOX_PORT), SANDBOX_PORT);
  return {
    sandboxGateway: SANDBOX_GATEWAY ?? (!production && isBank),
    sandboxMayBeElsewhere: SANDBOX_GATEWAY === undefined && GATEWAY_BASE_URL !== undefined,
  };
}

interface Banks {
  host: string;
  sandboxGateway: boolean;
  sandboxPort: number;
  gateway: { baseUrl: string; profiles: readonly { baseUrl: string }[] };
}

/** Whether the sandbox bank is started with the product, and is the bank of every merchant: only then no real money moves. */
export function usesSandbox({ host, sandboxGateway, sandboxPort, gateway }: Banks): boolean {
  // In a container it listens at every address, and browsers know it by another name.
  const isSandbox = host === '0.0.0.0' ? isAtPort : isSandboxUrl;
  return sandboxGateway && [gateway, ...gateway.profiles].every(({ baseUrl }) => isSandbox(baseUrl, sandboxPort));
}

function isAtPort(baseUrl: string, port: number): boolean {
  const url = new URL(baseUrl);
  return url.protocol === 'http:' && Number(url.port || '80') === port && AT_PATH.test(url.pathname);
}
