/**
 * Indexes of the columns of queried fields hold the other columns beside: numbers and times as they are, texts as a number of 32 bits.
 * Records that several fields ask for are found in one index, without a look at each record that the first of them finds.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const of = (letter: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${letter}${n + 1}`);
const texts = of("t", 12);
const plain = [...of("n", 6), ...of("d", 6)];

/** As markOf of modules/forms/records/asking-repository.ts has it. */
const marks = texts
  .map(
    (name) =>
      `add column h${name.slice(1)} integer generated always as (('x' || substr(md5(${name}), 1, 8))::bit(32)::integer) stored`,
  )
  .join(", ");

const index = (name: string, beside: readonly string[]): string => `
  drop index form_record_${name};
  create index form_record_${name} on form_record (comp_id, form_id, ${name}, created_at desc, id desc)
    ${beside.length > 0 ? `include (${beside.join(", ")})` : ""} where ${name} is not null;`;

export const slotsSideBySide: Migration = {
  async up(db: Kysely<unknown>) {
    const beside = (name: string) => [...of("h", 12), ...plain].filter((one) => one !== name);
    await sql
      .raw(
        `alter table form_record ${marks}; ${[...texts, ...plain].map((name) => index(name, beside(name))).join("")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    const drops = of("h", 12).map((name) => `drop column ${name}`);
    await sql
      .raw(
        `${[...texts, ...plain].map((name) => index(name, [])).join("")} alter table form_record ${drops.join(", ")};`,
      )
      .execute(db);
  },
};
