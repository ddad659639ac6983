import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import type { Schema } from '../../src/openapi/schema.js';
import type { Comments } from './dto-fields.js';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'src');
const CONTRACTS = join(SOURCES, 'contracts');
/** Of pages and words: nothing of it is in the answers of the API. */
const LEFT_OUT = new Set(['pages.ts', 'messages.ts', 'routes.ts']);

/** What the compiler knows and the running product does not. */
export interface SourceTypes {
  /** The types of src/contracts by name; the bodies of requests are described by their DTOs. */
  contracts: Record<string, Schema>;
  /** By handler (`LinksApiController.cancel`): the type of `data` in its answer, where its signature says it. */
  answers: Record<string, Schema>;
  /** What is written above a handler. */
  handlers: Record<string, string>;
  /** What is written above the fields of DTOs, or of the contracts that they implement. */
  fields: Comments;
}

/** Reads the types and comments of src/contracts, of the controllers and of the DTOs. */
export function readSourceTypes(): SourceTypes {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((file) => join(SOURCES, file))
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|sandbox-bank/.test(file))
    .filter((file) => dirname(file) === CONTRACTS || /\.(controller|dto)\.ts$/.test(file))
    .sort();
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const program = ts.createProgram(files, options);
  const reader = new TypeReader(program.getTypeChecker());
  for (const file of files) reader.read(program.getSourceFile(file)!);
  return reader.found;
}

class TypeReader {
  readonly found: SourceTypes = { contracts: {}, answers: {}, handlers: {}, fields: {} };

  constructor(private readonly checker: ts.TypeChecker) {}

  read(source: ts.SourceFile): void {
    const isOfContracts = source.fileName.startsWith(CONTRACTS) && !LEFT_OUT.has(basename(source.fileName));
    for (const node of source.statements) {
      if (isOfContracts && isContract(node) && !node.name.text.endsWith('Request')) this.readContract(node);
      if (ts.isClassDeclaration(node) && node.name) this.readClass(node.name);
    }
  }

  private readContract(declaration: Contract): void {
    const symbol = this.checker.getSymbolAtLocation(declaration.name)!;
    const schema = this.schemaOf(this.checker.getDeclaredTypeOfSymbol(symbol), declaration, true);
    this.found.contracts[declaration.name.text] = { ...schema, ...this.described(symbol) };
  }

  /** The fields of a DTO, or the handlers of a controller. */
  private readClass(name: ts.Identifier): void {
    const symbol = this.checker.getSymbolAtLocation(name)!;
    const members = this.checker.getPropertiesOfType(this.checker.getDeclaredTypeOfSymbol(symbol));
    const comments: Record<string, string> = {};
    for (const member of members) {
      const { description } = this.described(member);
      const handler = `${name.text}.${member.name}`;
      if (!(member.flags & ts.SymbolFlags.Method))
        Object.assign(comments, description && { [member.name]: description });
      else {
        if (description !== undefined) this.found.handlers[handler] = description;
        const data = this.dataOf(member, name);
        if (data) this.found.answers[handler] = data;
      }
    }
    Object.assign(this.found.fields, { [name.text]: comments });
  }

  /** Of a method that answers `{ success, data }`, at once or later. */
  private dataOf(method: ts.Symbol, at: ts.Node): Schema | undefined {
    const [signature] = this.checker.getTypeOfSymbolAtLocation(method, at).getCallSignatures();
    const answer = signature && this.checker.getAwaitedType(signature.getReturnType());
    const [success, data] = ['success', 'data'].map((name) => answer && this.checker.getPropertyOfType(answer, name));
    if (!success || !data) return undefined;
    return this.schemaOf(this.checker.getTypeOfSymbolAtLocation(data, at), at);
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
