import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseFlatJson } from './flat-json.js';

describe('flat JSON', () => {
  it('keeps the text of numbers', () => {
    expect({ ...parseFlatJson(' {"a": 300.00, "b":1e309, "c":-0, "d":"x", "e":false,"f":null,\n"g":true} ') }).toEqual({
      a: '300.00',
      b: '1e309',
      c: '-0',
      d: 'x',
      e: false,
      f: null,
      g: true,
    });
    expect({ ...parseFlatJson('{ }') }).toEqual({});
  });
  it.each([
    '',
    ' ',
    'null',
    '[]',
    '"a"',
    '1',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,}',
    '{"a":1}x',
    '{"a":{}}',
    '{"a":[]}',
    '{"a":1,"a":2}',
    "{'a':1}",
    '{a:1}',
    '{"a":01}',
    '{"a":.5}',
    '{"a":NaN}',
    '{"a":undefined}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":truex}',
    '\ufeff{}',
    '<html>',
  ])('refuses %j', (text) => expect(parseFlatJson(text)).toBeNull());
  it('treats __proto__ and constructor as plain names', () => {
    const fields = parseFlatJson('{"__proto__":"x","constructor":"y"}');
    expect(Object.entries(fields ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(Object.getPrototypeOf(fields)).toBeNull();
  });
  it('agrees with JSON.parse on flat objects', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), value, { noNullPrototype: false }),
        fc.constantFrom(0, 2),
        (object, indent) => {
          expect(Object.entries(parseFlatJson(JSON.stringify(object, null, indent)) ?? {})).toEqual(
            Object.entries(JSON.parse(JSON.stringify(object)) as object),
          );
        },
      ),
    );
  });
  it('never accepts what JSON.parse refuses, and never throws', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '"',
      ':',
      ',',
      'a',
      '1',
      '.',
      'e',
      '-',
      'null',
      'true',
      '\\',
      '\\u00',
      '[',
      ']',
      ' ',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        if (parseFlatJson(text) !== null) expect(() => JSON.parse(text) as unknown).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });
});
