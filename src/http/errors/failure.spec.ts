import { BadRequestException, HttpException, NotFoundException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { ERROR_CODES, type ErrorCode } from '../../contracts/error-codes.js';
import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../runtime/refusal.js';
import { Overloaded } from '../../runtime/overloaded.js';
import { failureOf } from './failure.js';

const driverError = (fields: object) =>
  new QueryFailedError('SELECT secret', ['p'], Object.assign(new Error('driver'), fields));

describe('failureOf', () => {
  it.each(Object.entries(ERROR_CODES))('answers %s with its status and message', (code, { status, message }) => {
    expect(failureOf(new Refusal(code as ErrorCode))).toMatchObject({ status, code, message, unexpected: false });
  });

  it('answers with what a refusal says more exactly', () => {
    const refusal = new Refusal('REFUNDED', { message: 'Text', details: { a: 'b' }, retryAfterSeconds: 3 });
    expect(failureOf(refusal)).toEqual({
      status: 409, code: 'REFUNDED', message: 'Text', details: { a: 'b' }, retryAfterSeconds: 3, unexpected: false,
    }); // prettier-ignore
  });

  it('puts the message at the field of the code', () => {
    expect(failureOf(new Refusal('STAFF_EMAIL_INVALID')).details).toEqual({ email: MESSAGES.form.email });
  });

  it.each<[unknown, number, string]>([
    [new NotFoundException('Cannot GET /secret'), 404, 'NOT_FOUND'],
    [new BadRequestException('Unexpected token s in JSON'), 400, 'BAD_REQUEST'],
    [new HttpException('x', 418), 500, 'INTERNAL'],
    [
      Object.assign(new Error('request entity too large'), { status: 413, type: 'entity.too.large', expose: true }),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [Object.assign(new Error('unsupported charset'), { status: 415, expose: true }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [new URIError('malformed'), 400, 'BAD_REQUEST'],
    [new Overloaded('logins'), 503, 'UNAVAILABLE'],
    [driverError({ code: 'ECONNREFUSED' }), 503, 'UNAVAILABLE'],
    [driverError({ code: 'SQLITE_BUSY' }), 503, 'UNAVAILABLE'],
    [driverError({ code: 'SQLITE_IOERR_WRITE' }), 503, 'UNAVAILABLE'],
    [driverError({ code: 'SQLITE_CONSTRAINT_UNIQUE' }), 500, 'INTERNAL'],
    [new Error('boom'), 500, 'INTERNAL'],
    ['a text', 500, 'INTERNAL'],
    [null, 500, 'INTERNAL'],
    [undefined, 500, 'INTERNAL'],
  ])('%#: %p', (error, status, code) => {
    const failure = failureOf(error);
    expect(failure).toMatchObject({ status, code });
    expect(failure.message).not.toMatch(/secret|driver|boom|Unexpected|entity/);
    expect(failure.unexpected).toBe(status >= 500 && !(error instanceof Overloaded));
  });
});
