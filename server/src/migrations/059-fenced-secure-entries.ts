/** Entries are written together with a look at the lease, which is the installation's: by the system. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole } from "../adapters/database/roles.ts";
import { grantSystem } from "./tenancy.ts";

export const fencedSecureEntries: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(grantSystem("secure_entry", "insert")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`revoke insert on secure_entry from ${systemRole}`).execute(db);
  },
};
