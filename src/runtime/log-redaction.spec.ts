import { expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { createLogger, NestLogger } from './logger.js';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  write(createLogger({ logLevel: 'trace' }, { write: (line: string) => void (text += line) }));
  return text;
}

it('keeps secrets and contact data out of the log', () => {
  const headers = {
    Authorization: 'Bearer s3cret',
    cookie: 's3cret',
    'set-cookie': ['s3cret'],
    'X-XSRF-TOKEN': 's3cret',
  };
  const error = new QueryFailedError(
    'INSERT',
    ['s3cret'],
    new Error("Duplicate entry 'asha@example.com' for key 'uq'"),
  );
  const text = logged((logger) => {
    logger.info({
      req: { headers },
      body: { password: 's3cret', customer: { email: 'asha@example.com', phone: '9876543210' } },
    });
    logger.error({ err: error }, 'failed');
    new NestLogger(logger).error(error, 'Context');
    new NestLogger(logger).warn({ msg: 'x', secureHash: 's3cret', panCard: 'ABCDE1234F' }, 'Context');
    new NestLogger(logger).log('sent to asha@example.com and +919876543210', 'Context');
  });
  expect(text).not.toMatch(/s3cret|asha|98765|ABCDE/);
  expect(text.trim().split('\n')).toHaveLength(5);
  for (const line of text.trim().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.any(String) });
});

it('survives what cannot be written plainly', () => {
  const loop: Record<string, unknown> = { big: 10n, list: Array(500).fill(1) };
  loop['self'] = loop;
  expect(logged((logger) => logger.info(loop))).toContain('"big":"10"');
});
