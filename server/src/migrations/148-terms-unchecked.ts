/**
 * What finds a record goes with it by one statement for all records that go, instead of by a foreign key: a record of 20 fields has
 * some nine of them, each was checked for itself, and an import of 100,000 waited for that longer than for its own rows. Whoever
 * writes one holds its record, so none comes to a record that is gone.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const termsUnchecked: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table form_term drop constraint form_term_comp_id_record_id_fkey;
        create function form_term_gone() returns trigger language plpgsql as $$
        begin
          delete from form_term t using gone where t.comp_id = gone.comp_id and t.record_id = gone.id;
          return null;
        end $$;
        create trigger form_term_gone after delete on form_record referencing old table as gone
          for each statement execute function form_term_gone();`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop trigger form_term_gone on form_record; drop function form_term_gone();
        alter table form_term add foreign key (comp_id, record_id) references form_record on delete cascade;`,
      )
      .execute(db);
  },
};
