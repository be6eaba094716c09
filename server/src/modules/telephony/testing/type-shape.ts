/** The shape of a type as TypeScript knows it, with every name followed to its end: what JSON of it looks like. */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import * as ts from "typescript";

const options: ts.CompilerOptions = {
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  types: [],
};

/** What JSON has no word for: it would not come back as it went. */
const notJson = new Set(["Map", "Set", "ReadonlyMap", "ReadonlySet", "WeakMap", "WeakSet", "Date", "Promise"]);

const scalars = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.Null;

class Shapes {
  readonly #checker: ts.TypeChecker;
  readonly #at: ts.Node;
  /** Field of the outermost types that names the shape and is no part of it. */
  readonly #version: string;

  constructor(checker: ts.TypeChecker, at: ts.Node, version: string) {
    this.#checker = checker;
    this.#at = at;
    this.#version = version;
  }

  /** within: the types it is part of, outermost first. */
  of(type: ts.Type, path: string, within: readonly ts.Type[] = []): string {
    const around = within.indexOf(type);
    if (around >= 0) return `^${within.length - around}`;
    const inner = [...within, type];
    if (type.isUnion()) {
      const members = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
      return [...new Set(members.map((member) => this.of(member, path, inner)))].sort().join("|");
    }
    if (type.flags & scalars) return this.#checker.typeToString(type);
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) {
      const items = this.#checker.getTypeArguments(type as ts.TypeReference);
      return `[${items.map((item) => this.of(item, `${path}[]`, inner)).join(",")}]`;
    }
    return this.#object(type, path, inner);
  }

  #object(type: ts.Type, path: string, inner: readonly ts.Type[]): string {
    const name = type.symbol?.name ?? this.#checker.typeToString(type);
    const callable = type.getCallSignatures().length > 0;
    if (callable || notJson.has(name) || !(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
      throw new Error(`${path} is ${callable ? "a function" : name}: no JSON comes back as that`);
    const members = this.#checker.getPropertiesOfType(type).flatMap((property) => {
      if (property.name === this.#version && inner.length === 1) return [];
      const own = this.#checker.getTypeOfSymbolAtLocation(property, this.#at);
      const missing = own.isUnion() && own.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
      const optional = missing || property.flags & ts.SymbolFlags.Optional ? "?" : "";
      return [`${property.name}${optional}:${this.of(own, `${path}.${property.name}`, inner)}`];
    });
    const indexed = this.#checker
      .getIndexInfosOfType(type)
      .map(({ keyType, type: value }) => `[${this.of(keyType, path)}]:${this.of(value, `${path}[]`, inner)}`);
    return `{${[...members, ...indexed].sort().join(";")}}`;
  }
}

/** TypeScript's own declarations are most of what a program of one file reads: they are read once a process. */
const libraries = new Map<string, ts.SourceFile | undefined>();
const host = ts.createCompilerHost(options);
const libraryFolder = dirname(host.getDefaultLibFileName(options));
const read = host.getSourceFile.bind(host);
host.getSourceFile = (name, ...more) => {
  if (dirname(name) !== libraryFolder) return read(name, ...more);
  if (!libraries.has(name)) libraries.set(name, read(name, ...more));
  return libraries.get(name);
};

/** Of types of a source file, by name, without their field `version`. Throws where one holds what JSON cannot. */
export function shapesOf(file: string, names: readonly string[], version: string): string[] {
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  if (!source) throw new Error(`${file} cannot be read`);
  const shapes = new Shapes(program.getTypeChecker(), source, version);
  return names.map((name) => {
    const found = source.statements.find(
      (each): each is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
        (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each)) && each.name.text === name,
    );
    if (!found) throw new Error(`${file} has no type ${name}`);
    return shapes.of(program.getTypeChecker().getTypeAtLocation(found.name), name);
  });
}

/** Eight hexadecimal digits that change with any of the shapes. */
export const digestOf = (shapes: readonly string[]): string =>
  createHash("sha256").update(shapes.join("\n")).digest("hex").slice(0, 8);
