import { describe, expect, it } from '@jest/globals';
import { CatalogueFileFault, catalogueFileText, readCatalogueFile } from './catalogue-file.js';

const FILE = `\ufeff---
project: meadows
effective: 2026-12-01
---

# Platinum
name: Platinum
price: 100000
numbers: MP-000001

# Gold
name: Founder
price: 55000.50
numbers: MG-0001
from: 2026-12-01
to: 2026-12-31
about: A place: the first.

# Silver
name: Silver
price: 100
numbers: MS-000001
sold: no

# Upgrades
silver to gold: 45000
`.replaceAll('\n', '\r\n');
const read = (content: string) => readCatalogueFile('catalogue.md', content, { effective: null });

describe('a file of a catalogue', () => {
  it('has a head, and a heading for each tier and the upgrades', () => {
    const { project, version } = read(FILE);
    expect([project, version.effectiveFrom]).toEqual(['meadows', '2026-12-01']);
    expect(version.gold).toEqual({
      position: 2,
      offered: true,
      name: 'Founder',
      price: '55000.50',
      description: 'A place: the first.',
      saleFrom: '2026-12-01',
      saleTo: '2026-12-31',
      prefix: 'MG',
      width: 4,
    });
    expect([version.platinum.position, version.silver.position, version.silver.offered]).toEqual([1, 3, false]);
    expect([version.goldToPlatinum, version.silverToGold]).toEqual(['off', '45000']);
  });

  it('is written as it is read', () => {
    const { version } = read(FILE);
    expect(read(catalogueFileText('meadows', version))).toEqual({ project: 'meadows', version });
  });

  it.each([
    ['# Gold', 'catalogue.md: the file begins with a head between two lines of ---'],
    [FILE.replace('effective: 2026-12-01', ''), 'No first day is given'],
    [FILE.replace('effective', 'efective'), 'catalogue.md, line 3: expected one of project: effective:'],
    [FILE.replace('price: 100\r', 'prise: 100\r'), 'catalogue.md, line 21: expected one of name: price:'],
    [FILE.replace('sold: no', 'sold: maybe'), 'catalogue.md: silver: sold must be yes or no'],
    [FILE.replace('# Silver', '# Bronze'), 'catalogue.md, line 19: expected # gold, # silver, # platinum, # upgrades'],
    [FILE.replace('# Silver', '# Gold'), 'catalogue.md, line 19: gold stands there twice'],
    [FILE.replace('MG-0001', 'MG'), 'catalogue.md: gold: numbers must be the first token number, such as GO-000001'],
    [
      FILE.replace('MG-0001', 'MG-0002'),
      'catalogue.md: gold: numbers must be the first token number, such as GO-000001',
    ],
    [FILE.replace('# Platinum', 'name: x\r\n# Platinum'), 'catalogue.md, line 6: expected one of # gold'],
  ])('%#: a fault is named with its line', (content, message) => {
    expect(() => read(content)).toThrow(CatalogueFileFault);
    expect(() => read(content)).toThrow(message);
  });
});
