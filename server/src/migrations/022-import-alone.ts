/** Of a person one import of a kind runs at a time: the database says so, whatever two requests at once had looked up. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole } from "../adapters/database/roles.ts";

/** As the system role, for row-level security is forced on the owner too. Of several that run the oldest goes on. */
const endTwins = `
  set local role ${systemRole};
  update import_job j set state = 'failed', error = '导入重复，已停止，请核对后重试', finished_at = now()
    where state = 'running' and exists (
      select from import_job o
      where o.comp_id = j.comp_id and o.owner_id = j.owner_id and o.kind = j.kind and o.state = 'running' and o.id < j.id
    );
  reset role;
`;

export const importAlone: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(endTwins).execute(db);
    await sql
      .raw("create unique index import_job_alone on import_job (comp_id, owner_id, kind) where state = 'running'")
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop index import_job_alone").execute(db);
  },
};
