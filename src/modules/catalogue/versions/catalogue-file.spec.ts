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
    expect(version.tiers.map(({ code, offered }) => [code, offered])).toEqual([
      ['platinum', true],
      ['gold', true],
      ['silver', false],
    ]);
    expect(version.tiers[1]).toEqual({
      code: 'gold',
      tokenType: 'gold',
      offered: true,
      name: 'Founder',
      price: '55000.50',
      description: 'A place: the first.',
      saleFrom: '2026-12-01',
      saleTo: '2026-12-31',
      prefix: 'MG',
      width: 4,
    });
    expect(version.paths).toEqual([{ from: 'silver', to: 'gold', price: '45000' }]);
  });

  it('names tiers by code, with their medals', () => {
    const villa =
      '# villa\nmedal: platinum\nname: Villa\nprice: 250000\nnumbers: VI-000001\n\n# Upgrades\ngold to villa: difference\n';
    const { version } = read(FILE.replace('# Upgrades\r\n', villa));
    expect(version.tiers[3]).toMatchObject({ code: 'villa', tokenType: 'platinum', prefix: 'VI' });
    expect(version.paths[0]).toEqual({ from: 'gold', to: 'villa', price: 'difference' });
    const written = catalogueFileText('meadows', version);
    expect(written).toContain('# villa\nmedal: platinum\nname: Villa');
    expect(written).toContain('gold to platinum: off\ngold to villa: difference\nsilver to gold: 45000');
    expect(read(written)).toEqual({ project: 'meadows', version });
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
    [FILE.replace('# Silver', '# Bronze'), 'catalogue.md: bronze: medal must be one of gold, silver, platinum'],
    [
      FILE.replace('# Silver', '# 2bhk'),
      'catalogue.md, line 19: expected the code of a tier, such as # gold, or # upgrades',
    ],
    [FILE.replace('silver to gold', 'silver too gold'), 'expected an upgrade, such as silver to gold: difference'],
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
