/** Questions of a list as SQL: by columns and rows of terms, for nothing else is found by an index under row-level security. */
import { createHash } from "node:crypto";
import { bigramsOf, presentTerm } from "@liantai/api/forms";
import { sql, type SelectQueryBuilder } from "kysely";
import type { Tables } from "../../../ports/schema.ts";
import type { FormRecordTable, Slot } from "../../../ports/schema/forms.ts";
import { folded } from "../definitions/distinct-repository.ts";
import type { AskedField } from "./query.ts";
import { valuesRefusal } from "./refusals.ts";

export type Records<O> = SelectQueryBuilder<Tables & { r: FormRecordTable }, "r", O>;

/** Longer texts stand in a column shortened. */
export const longestInSlot = 100;

function hasTerm<O>(records: Records<O>, name: string, term: string, not = false): Records<O> {
  return records.where((e) => {
    const exists = e.exists(
      e
        .selectFrom("form_term as t")
        .select("t.recordId")
        .whereRef("t.compId", "=", "r.compId")
        .whereRef("t.formId", "=", "r.formId")
        .where("t.field", "=", name)
        .where("t.term", "=", term)
        .whereRef("t.createdAt", "=", "r.createdAt")
        .whereRef("t.recordId", "=", "r.id"),
    );
    return not ? e.not(exists) : exists;
  });
}

const column = (slot: Slot) => sql.ref(`r.${slot}`);
const stored = (name: string) => sql<string>`lower(${folded(sql<string>`${sql.ref("r.values")} ->> ${name}::text`)})`;

function texts<O>(records: Records<O>, { field, slot }: AskedField, text: string, equal: boolean): Records<O> {
  let asked = records;
  if (slot !== undefined && equal) asked = asked.where(sql<boolean>`${column(slot)} = ${text.slice(0, longestInSlot)}`);
  else for (const term of bigramsOf(text)) asked = hasTerm(asked, field.name, term);
  const long = text.length > longestInSlot || slot === undefined;
  // What an index cannot tell is looked at in what it found.
  if (equal) return long ? asked.where(sql<boolean>`btrim(${stored(field.name)}) = ${text}`) : asked;
  const inside = long ? stored(field.name) : column(slot);
  return [...text].length === 2 ? asked : asked.where(sql<boolean>`strpos(${inside}, ${text}) > 0`);
}

function anyOf<O>(records: Records<O>, { field, slot }: AskedField, values: readonly string[]): Records<O> {
  if (slot !== undefined)
    return records.where(
      values.length === 1
        ? sql<boolean>`${column(slot)} = ${values[0]!}`
        : sql<boolean>`${column(slot)} = any(${sql.val([...values])}::text[])`,
    );
  if (values.length === 1) return hasTerm(records, field.name, values[0]!);
  return records.where((e) =>
    e.exists(
      e
        .selectFrom("form_term as t")
        .select("t.recordId")
        .whereRef("t.compId", "=", "r.compId")
        .whereRef("t.formId", "=", "r.formId")
        .where("t.field", "=", field.name)
        .where("t.term", "in", [...values])
        .whereRef("t.createdAt", "=", "r.createdAt")
        .whereRef("t.recordId", "=", "r.id"),
    ),
  );
}

export function asking<O>(records: Records<O>, asked: AskedField): Records<O> {
  const { field, slot, query } = asked;
  switch (query.op) {
    case "contains":
    case "equals":
      return texts(records, asked, query.text, query.op === "equals");
    case "anyOf":
      return anyOf(records, asked, query.values);
    case "under":
      return hasTerm(records, field.name, query.ids.join("/"));
    case "has":
      return hasTerm(records, field.name, presentTerm, !query.yes);
    case "between": {
      if (slot === undefined)
        throw valuesRefusal([{ path: field.name, label: field.label, message: `${field.label}不能这样查询` }]);
      const bound = (value: number) => (slot.startsWith("d") ? new Date(value) : value);
      let within = records;
      if (query.from !== undefined) within = within.where(sql<boolean>`${column(slot)} >= ${bound(query.from)}`);
      if (query.to !== undefined) within = within.where(sql<boolean>`${column(slot)} <= ${bound(query.to)}`);
      return within;
    }
  }
}

/** What stands for a text beside other columns, in h1 to h12 for t1 to t12: the first 32 bits of its MD5, as the table generates it. */
const markOf = (text: string): number => createHash("md5").update(text).digest().readInt32BE();

/**
 * Of a question that a column answers alone, by what the index of another column holds beside. Finds what it asks for, and next to
 * nothing else.
 */
export function besides<O>(records: Records<O>, asked: AskedField): Records<O> {
  const { slot, query } = asked;
  const texts = query.op === "equals" ? [query.text] : query.op === "anyOf" ? query.values : undefined;
  if (!slot?.startsWith("t") || !texts) return asking(records, asked);
  return records.where(sql<boolean>`${sql.ref(`r.h${slot.slice(1)}`)} = any(${sql.val(texts.map(markOf))}::integer[])`);
}
