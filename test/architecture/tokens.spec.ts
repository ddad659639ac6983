import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tokensCss } from '../../resources/tokens.js';

it('the style sheet of the tokens says what the tokens say', () => {
  expect(readFileSync(join(import.meta.dirname, '../../resources/styles/tokens.css'), 'utf8')).toBe(tokensCss());
});
