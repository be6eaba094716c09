/** What code does, as far as its text says it: a declaration and all that it names, without comments, types and layout. */
import { createHash } from "node:crypto";
import * as ts from "typescript";

const options: ts.CompilerOptions = {
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  types: [],
};

/** What it stands in: a function, a class, or one variable of a statement. undefined: a type, an import, or of a library. */
function wholeOf(node: ts.Node): ts.Node | undefined {
  if (/[\\/]node_modules[\\/]/.test(node.getSourceFile().fileName)) return undefined;
  let at = node;
  let variable: ts.Node | undefined;
  while (!ts.isSourceFile(at.parent)) {
    if (ts.isVariableDeclaration(at)) variable = at;
    at = at.parent;
  }
  if (ts.isVariableStatement(at)) return variable;
  return ts.isFunctionDeclaration(at) || ts.isClassDeclaration(at) || ts.isEnumDeclaration(at) ? at : undefined;
}

const isClosing = (text: string | undefined): boolean => text === ")" || text === "]" || text === "}";

const isLeftOut = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isModifier(node) || node.kind === ts.SyntaxKind.JSDoc;

/** Its tokens. A comma before a bracket that closes is layout. */
function tokensOf(node: ts.Node, source: ts.SourceFile): string[] {
  if (isLeftOut(node)) return [];
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node))
    return tokensOf(node.expression, source);
  const parts = node.getChildren(source);
  if (parts.length === 0) return [node.getText(source)];
  const typed = (part: ts.Node, n: number): boolean =>
    part.kind === ts.SyntaxKind.ColonToken && parts[n + 1] !== undefined && ts.isTypeNode(parts[n + 1]!);
  const tokens = parts.flatMap((part, n) => (typed(part, n) ? [] : tokensOf(part, source)));
  return tokens.filter((token, n) => token !== "," || !isClosing(tokens[n + 1]));
}

class Reached {
  readonly texts = new Set<string>();
  readonly #seen = new Set<ts.Node>();
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  add(node: ts.Node): void {
    const whole = wholeOf(node);
    if (!whole || this.#seen.has(whole)) return;
    this.#seen.add(whole);
    this.texts.add(tokensOf(whole, whole.getSourceFile()).join(" "));
    this.#follow(whole);
  }

  #follow(node: ts.Node): void {
    if (ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node)) for (const declaration of this.#meant(node)) this.add(declaration);
    ts.forEachChild(node, (child) => this.#follow(child));
  }

  #meant(name: ts.Identifier): readonly ts.Declaration[] {
    const found = ts.isShorthandPropertyAssignment(name.parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(name.parent)
      : this.#checker.getSymbolAtLocation(name);
    if (!found) return [];
    const symbol = found.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(found) : found;
    return symbol.declarations ?? [];
  }
}

/** Of functions and constants, by the file that declares them. Throws where one is not there. */
export function reachedCode(from: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const program = ts.createProgram(Object.keys(from), options);
  const reached = new Reached(program.getTypeChecker());
  for (const [file, names] of Object.entries(from)) {
    const source = program.getSourceFile(file);
    const declared = (source?.statements ?? []).flatMap((each): readonly ts.NamedDeclaration[] =>
      ts.isVariableStatement(each) ? each.declarationList.declarations : ts.isFunctionDeclaration(each) ? [each] : [],
    );
    for (const name of names) {
      const found = declared.find((each) => each.name && ts.isIdentifier(each.name) && each.name.text === name);
      if (!found) throw new Error(`${file} has no ${name}`);
      reached.add(found);
    }
  }
  // Where a piece stands is layout, too.
  return [...reached.texts].sort();
}

/** Eight hexadecimal digits that change with any of it. */
export const codeDigest = (texts: readonly string[]): string =>
  createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 8);
