/**
 * The one place where columns change their spelling: snake_case in the database, camelCase in TypeScript. Statements of
 * the query builder are renamed while they are compiled, rows when a statement's columns are known; raw sql texts are
 * written as the database spells them.
 */
import {
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
  type BinaryOperationNode,
  type OperationNode,
} from "kysely";

const columns = new Map<string, string>();
const properties = new Map<string, string>();
const identifiers = new Map<string, string>();

const remembered = (cache: Map<string, string>, name: string, make: (name: string) => string): string => {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const made = make(name);
  cache.set(name, made);
  return made;
};

/** compId → comp_id. */
export const columnOf = (property: string): string =>
  remembered(columns, property, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** comp_id → compId. */
export const propertyOf = (column: string): string =>
  remembered(properties, column, (name) =>
    name.replace(/_([a-z0-9])/g, (_, character: string) => character.toUpperCase()),
  );

const isEmptyList = (node: OperationNode): boolean =>
  (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0;

/** Every name that is no text of its own (columns, tables, aliases) goes through here. */
export class ColumnNamesCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return remembered(identifiers, identifier, (name) => super.sanitizeIdentifier(columnOf(name)));
  }

  /** `in ()` is no SQL: nothing is in an empty list, and everything is not in it. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : "";
    if ((operator === "in" || operator === "not in") && isEmptyList(node.rightOperand))
      this.append(operator === "in" ? "false" : "true");
    else super.visitBinaryOperation(node);
  }
}

interface Shape {
  /** As the database calls them. */
  readonly columns: readonly string[];
  readonly names: readonly string[];
  readonly empty: Record<string, unknown>;
}

const shapes = new Map<string, Shape>();
const mostShapes = 400;

type Fields = readonly { readonly name: string }[];

const isShapeOf = ({ columns }: Shape, fields: Fields): boolean =>
  columns.length === fields.length && fields.every(({ name }, i) => name === columns[i]);

/** Another process may have migrated the table of a `select *`: what came decides, not what the text gave the last time. */
function shapeOf(sql: string, fields: Fields): Shape {
  const known = shapes.get(sql);
  if (known && isShapeOf(known, fields)) return known;
  const columns = fields.map(({ name }) => name);
  const names = columns.map(propertyOf);
  const made: Shape = { columns, names, empty: Object.fromEntries(names.map((name) => [name, null])) };
  if (known || shapes.size < mostShapes) shapes.set(sql, made);
  return made;
}

/** Rows of a text that came as arrays, as objects. All begin as copies of one, so that they share a shape: six times as fast. */
export function namedRows(
  sql: string,
  fields: Fields,
  rows: readonly (readonly unknown[])[],
): Record<string, unknown>[] {
  if (rows.length === 0) return [];
  const { names, empty } = shapeOf(sql, fields);
  return rows.map((values) => {
    const row = { ...empty };
    for (let i = 0; i < names.length; i += 1) row[names[i]!] = values[i];
    return row;
  });
}
