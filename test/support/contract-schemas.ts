import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import type { Schema } from '../../src/openapi/schema.js';

const ROOT = join(import.meta.dirname, '../..');
const CONTRACTS = join(ROOT, 'src/contracts');
/** Of pages and words: nothing of it is in the answers of the API. */
const LEFT_OUT = new Set(['pages.ts', 'messages.ts', 'routes.ts']);
const HEADER = [
  '// Made from src/contracts, where the types and their comments are to be changed.',
  '// To renew it: RENEW=1 npm run test:unit -- --testPathPatterns=contract-schemas',
];

/** The files of src/openapi/schemas as the types of src/contracts say they have to be, by name. */
export function contractSchemaFiles(): Map<string, string> {
  const paths = readdirSync(CONTRACTS)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .sort()
    .map((file) => join(CONTRACTS, file));
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const program = ts.createProgram(paths, options);
  const writer = new SchemaWriter(program.getTypeChecker());
  const sources = paths.map((path) => program.getSourceFile(path)!);
  const files = new Map<string, string>();
  for (const source of sources.filter(({ fileName }) => !LEFT_OUT.has(basename(fileName)))) {
    const schemas = writer.schemasOf(source);
    if (schemas.length > 0) files.set(basename(source.fileName), fileOf(schemas));
  }
  files.set('index.ts', indexOf([...files.keys()]));
  return files;
}

class SchemaWriter {
  constructor(private readonly checker: ts.TypeChecker) {}

  schemasOf(source: ts.SourceFile): [string, Schema][] {
    return source.statements.filter(isContract).map((declaration) => {
      const symbol = this.checker.getSymbolAtLocation(declaration.name)!;
      const schema = this.schemaOf(this.checker.getDeclaredTypeOfSymbol(symbol), declaration, true);
      return [declaration.name.text, { ...schema, ...this.described(symbol) }];
    });
  }

  private schemaOf(type: ts.Type, at: ts.Node, isRoot = false): Schema {
    const name = isRoot ? undefined : (contractName(type.aliasSymbol) ?? contractName(type.getSymbol()));
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    if (type.isUnion()) return this.unionOf(type.types, at);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === 'true' };
    if (type.flags & ts.TypeFlags.String) return { type: 'string' };
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', items: this.schemaOf(item!, at) };
    }
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.objectOf(type, at);
    throw new Error(`no schema for ${this.checker.typeToString(type)} at ${at.getText().slice(0, 80)}`);
  }

  private unionOf(types: ts.Type[], at: ts.Node): Schema {
    const parts = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const isNullable = parts.some(({ flags }) => flags & ts.TypeFlags.Null);
    const rest = parts.filter(({ flags }) => !(flags & ts.TypeFlags.Null));
    const schema = this.alternatives(rest, at);
    if (!isNullable) return schema;
    if (schema.enum) return { enum: [...schema.enum, null] };
    if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
    return { anyOf: [...(schema.anyOf ?? [schema]), { type: 'null' }] };
  }

  private alternatives(types: ts.Type[], at: ts.Node): Schema {
    if (types.every(({ flags }) => flags & ts.TypeFlags.BooleanLiteral) && types.length === 2)
      return { type: 'boolean' };
    const schemas = types.map((type) => this.schemaOf(type, at));
    if (schemas.length === 1) return schemas[0]!;
    if (schemas.every((schema) => 'const' in schema)) return { enum: schemas.map((schema) => schema.const) };
    // `string | boolean` comes as string, false and true.
    const isFlag = schemas.filter((schema) => typeof schema.const === 'boolean').length === 2;
    const others = schemas.filter((schema) => !isFlag || typeof schema.const !== 'boolean');
    return { anyOf: [...others, ...(isFlag ? [{ type: 'boolean' }] : [])] };
  }

  private objectOf(type: ts.Type, at: ts.Node): Schema {
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index) return { type: 'object', additionalProperties: this.schemaOf(index.type, at) };
    const properties = this.checker.getPropertiesOfType(type);
    const required = properties.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map((property) => [property.name, this.propertyOf(property, at)])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
  }

  private propertyOf(property: ts.Symbol, at: ts.Node): Schema {
    const schema = this.schemaOf(this.checker.getTypeOfSymbolAtLocation(property, at), at);
    const isInstant = property.name.endsWith('At') && [schema.type].flat().includes('string');
    return { ...schema, ...(isInstant && { format: 'date-time' }), ...this.described(property) };
  }

  private described(symbol: ts.Symbol): { description?: string } {
    const words = ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
    return words === '' ? {} : { description: words.replaceAll(/\{@link (\w+)\}/g, '$1').replaceAll(/\s+/g, ' ') };
  }
}

type Contract = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

function isContract(node: ts.Node): node is Contract {
  const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
  if (!isType || node.typeParameters !== undefined) return false;
  return (node.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function contractName(symbol: ts.Symbol | undefined): string | undefined {
  const declaration = symbol?.declarations?.[0];
  if (!declaration || !isContract(declaration)) return undefined;
  const { fileName } = declaration.getSourceFile();
  return fileName.startsWith(CONTRACTS) && !LEFT_OUT.has(basename(fileName)) ? declaration.name.text : undefined;
}

/** One line a field, so that a change of a contract shows as a line. */
function fileOf(schemas: [string, Schema][]): string {
  const entries = schemas.map(([name, { properties, ...rest }]) => {
    if (!properties) return `  ${name}: ${JSON.stringify(rest)},`;
    const fields = Object.entries(properties).map(
      ([field, schema]) => `      ${JSON.stringify(field)}: ${JSON.stringify(schema)},`,
    );
    const others = Object.entries(rest).map(([key, value]) => `    ${key}: ${JSON.stringify(value)},`);
    return [`  ${name}: {`, '    properties: {', ...fields, '    },', ...others, '  },'].join('\n');
  });
  const type = `import type { Schema } from '../schema.js';`;
  return [...HEADER, type, '', 'export default {', ...entries, '} satisfies Record<string, Schema>;', ''].join('\n');
}

function indexOf(files: string[]): string {
  const names = files.map((file) => basename(file, '.ts'));
  const variable = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const imports = names.map((name) => `import ${variable(name)} from './${name}.js';`);
  const spread = names.map((name) => `  ...${variable(name)},`);
  const type = 'export type ContractName = keyof typeof CONTRACT_SCHEMAS;';
  return [...HEADER, ...imports, '', 'export const CONTRACT_SCHEMAS = {', ...spread, '};', '', type, ''].join('\n');
}
