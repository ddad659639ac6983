import { describe, expect, it } from '@jest/globals';
import { joinTermsFiles, readTermsFile, TermsFileFault } from './terms-file.js';

const NOTHING = { project: null, effectiveFrom: null };
const ENGLISH =
  '\ufeff---\r\nlanguage: en\r\neffective: 2026-12-01\r\nsummary: A token: no flat.\r\n\r\n---\r\n# Terms\r\n\r\nText --- more\r\n';
const HINDI = '---\nlanguage: hi\nsummary: टोकन\n---\nशर्तें\n';
const read = (content: string) => readTermsFile('terms.md', content);

describe('a file of terms', () => {
  it('has a head and a text', () => {
    expect(read(ENGLISH)).toEqual({
      project: null,
      effectiveFrom: '2026-12-01',
      language: 'en',
      summary: 'A token: no flat.',
      body: '# Terms\n\nText --- more',
    });
  });

  it.each([
    ['# Terms', 'terms.md: the file begins with a head between two lines of ---'],
    ['---\nlanguage: en\n# Terms', 'terms.md: the file begins with a head between two lines of ---'],
    [
      '---\nlanguage: en\nefective: 2026-12-01\n---\n',
      'terms.md, line 3: expected one of project: effective: language: summary:',
    ],
    ['---\nlanguage: en\nno colon\n---\n', 'terms.md, line 3: expected one of project: effective: language: summary:'],
    ['---\nlanguage: en\nlanguage: hi\n---\n', 'terms.md, line 3: language stands there twice'],
    ['---\nsummary: x\n---\n', 'terms.md: language must be en or hi'],
    ['---\nlanguage: fr\n---\n', 'terms.md: language must be en or hi'],
  ])('%j is refused', (content, message) => {
    expect(() => read(content)).toThrow(new TermsFileFault(message));
  });
});

describe('the files of a version', () => {
  it('are one for each language', () => {
    expect(joinTermsFiles([read(HINDI), read(ENGLISH)], NOTHING)).toEqual({
      project: 'default',
      version: {
        effectiveFrom: '2026-12-01',
        summaryEn: 'A token: no flat.',
        bodyEn: '# Terms\n\nText --- more',
        summaryHi: 'टोकन',
        bodyHi: 'शर्तें',
      },
    });
    expect(joinTermsFiles([read(ENGLISH)], { project: 'meadows', effectiveFrom: null }).version).not.toHaveProperty(
      'bodyHi',
    );
  });

  it.each([
    [[HINDI], NOTHING, 'No file is in English (language: en)'],
    [[ENGLISH, ENGLISH], NOTHING, 'Two files are in the language en'],
    [
      [ENGLISH],
      { project: null, effectiveFrom: '2026-12-02' },
      'effective is said in different ways: 2026-12-02, 2026-12-01',
    ],
    [
      ['---\nlanguage: en\n---\nx'],
      NOTHING,
      'No first day is given: write effective: YYYY-MM-DD into the head, or use --effective',
    ],
  ])('%j with %j are refused', (contents, given, message) => {
    expect(() => joinTermsFiles(contents.map(read), given)).toThrow(new TermsFileFault(message));
  });
});
