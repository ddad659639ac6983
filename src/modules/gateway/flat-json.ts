export { type FlatFields, type FlatValue, parseFlatJson } from '../../domain/flat-json.js';
