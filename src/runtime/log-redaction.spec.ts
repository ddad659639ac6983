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

it('leaves a digest whole, whatever digits stand in it, and no number beside one', () => {
  const digest = `ab9876543210${'c7'.repeat(26)}`;
  const text = logged((logger) => logger.info({ anchor: `3:${digest}`, note: `9876543210 ${digest}9 +919876543210` }));
  expect(text).toContain(`3:${digest}"`);
  expect(text.replaceAll(digest, '')).not.toContain('9876543210');
});

it.each(['ABCDE1234F', 'abcde1234f', 'Abcde1234F', 'pan_abcde1234f', '/abcde1234f?x=1'])('%s is a PAN', (pan) => {
  expect(logged((logger) => new NestLogger(logger).warn({ msg: pan, route: pan }))).not.toMatch(/1234f/i);
});

it.each(['01arz3ndektsv4rrffq69g5fa', 'abcdef1234f', 'abcde12345f'])('%s is none', (text) => {
  expect(logged((logger) => new NestLogger(logger).log(text))).toContain(text);
});

it('says once what happened, and masks the words of an error in its place', () => {
  const error = new Error('no row of asha@example.com');
  const lines = [
    logged((logger) => new NestLogger(logger).error({ msg: 'the task failed', err: error }, 'Context')),
    logged((logger) => logger.error({ err: error })),
    logged((logger) => logger.error(error)),
    logged((logger) => logger.error('no row of asha@example.com')),
  ];
  const [first, ...bare] = lines;
  expect(first!.match(/"msg":/g)).toHaveLength(1);
  expect(JSON.parse(first!)).toMatchObject({ msg: 'the task failed', err: { message: 'no row of [redacted]' } });
  for (const line of bare) expect(JSON.parse(line)).toMatchObject({ msg: 'no row of [redacted]' });
  expect(lines.join('')).not.toContain('asha');
});

it('shortens ids that are the key to a page, and leaves the id of the request whole', () => {
  const id = '01arz3ndektsv4rrffq69g5fav';
  const text = logged((logger) => {
    logger.error({
      requestId: id,
      key: `refund-accepted:${id}`,
      err: new Error(`Duplicate entry '${id}' for key 'uq'`),
    });
  });
  expect(JSON.parse(text)).toMatchObject({ requestId: id, key: 'refund-accepted:01arz3…' });
  expect(text.split(id)).toHaveLength(2);
});

it('survives what cannot be written plainly', () => {
  const loop: Record<string, unknown> = { big: 10n, list: Array(500).fill(1) };
  loop['self'] = loop;
  expect(logged((logger) => logger.info(loop))).toContain('"big":"10"');
});
