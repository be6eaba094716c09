/** SQL of versions, releases and publishing keys. They belong to the installation. */
import { sql, type Insertable, type Selectable } from "kysely";
import { pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { AppReleaseTable, AppVersionTable, PublishKeyTable } from "../../ports/schema/versions.ts";

export type VersionRow = Selectable<AppVersionTable>;
export type ReleaseRow = Selectable<AppReleaseTable>;
export type KeyRow = Selectable<PublishKeyTable>;

/** Held to the end of the transaction: of two who publish or go back at once, the second sees what the first did. */
export const lockApp = (trx: Trx, app: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${`version/${app}`}))`.execute(trx);

export const findVersion = (trx: Trx, app: string, version: string): Promise<VersionRow | undefined> =>
  trx.selectFrom("app_version").selectAll().where("app", "=", app).where("version", "=", version).executeTakeFirst();

export const insertVersion = (trx: Trx, row: Insertable<AppVersionTable>): Promise<unknown> =>
  trx.insertInto("app_version").values(row).execute();

export function listVersions(trx: Trx, f: { readonly app?: string | undefined }, page: PageQuery) {
  let base = trx.selectFrom("app_version as v");
  if (f.app) base = base.where("v.app", "=", f.app);
  return pageOf(base, page, {
    rows: (query) => query.selectAll("v"),
    order: { publishedAt: "v.publishedAt", bytes: "v.bytes" },
    descending: true,
    filled: ["v.publishedAt", "v.bytes"],
    tie: "v.version",
  });
}

/** Newest first. */
export const liveReleases = (trx: Trx, app?: string): Promise<ReleaseRow[]> => {
  const live = trx.selectFrom("app_release").selectAll().where("withdrawnAt", "is", null);
  return (app ? live.where("app", "=", app) : live).orderBy("app").orderBy("step", "desc").execute();
};

export const lastStep = async (trx: Trx, app: string): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom("app_release")
        .select((e) => e.fn.max("step").as("step"))
        .where("app", "=", app)
        .executeTakeFirst()
    )?.step ?? 0,
  );

export const insertRelease = (trx: Trx, row: Insertable<AppReleaseTable>): Promise<unknown> =>
  trx.insertInto("app_release").values(row).execute();

export const rescope = (
  trx: Trx,
  { app, step }: Pick<ReleaseRow, "app" | "step">,
  to: Pick<ReleaseRow, "scope" | "compIds" | "percent" | "releasedBy" | "releasedAt">,
): Promise<unknown> => trx.updateTable("app_release").set(to).where("app", "=", app).where("step", "=", step).execute();

export const withdraw = (trx: Trx, { app, step }: Pick<ReleaseRow, "app" | "step">, at: Date): Promise<unknown> =>
  trx.updateTable("app_release").set({ withdrawnAt: at }).where("app", "=", app).where("step", "=", step).execute();

/** Versions beyond the newest `keep` that no living release names; their blobs are then nobody's. */
export async function deleteOldVersions(trx: Trx, app: string, keep: number): Promise<string[]> {
  const old = await trx
    .selectFrom("app_version as v")
    .select(["v.version", "v.blobKey"])
    .where("v.app", "=", app)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("app_release as r")
            .select("r.step")
            .whereRef("r.app", "=", "v.app")
            .whereRef("r.version", "=", "v.version")
            .where("r.withdrawnAt", "is", null),
        ),
      ),
    )
    .orderBy("v.publishedAt", "desc")
    .orderBy("v.version", "desc")
    .offset(keep)
    .execute();
  await trx
    .deleteFrom("app_version")
    .where("app", "=", app)
    .where(
      "version",
      "in",
      old.map((each) => each.version),
    )
    .execute();
  return old.map((each) => each.blobKey);
}

/** Releases further down than anybody goes back end. */
export const endReleasesBelow = (trx: Trx, app: string, step: number, at: Date): Promise<unknown> =>
  trx
    .updateTable("app_release")
    .set({ withdrawnAt: at })
    .where("app", "=", app)
    .where("step", "<=", step)
    .where("withdrawnAt", "is", null)
    .execute();

export const countFailure = async (trx: Trx, app: string, version: string, at: Date): Promise<void> => {
  await trx
    .updateTable("app_version")
    .set((e) => ({ failures: e("failures", "+", 1), lastFailureAt: at }))
    .where("app", "=", app)
    .where("version", "=", version)
    .execute();
};

/** In service or not: those who come back find the version they had. */
export const listEnterprises = async (trx: Trx): Promise<string[]> =>
  (await trx.selectFrom("enterprise").select("compId").execute()).map(({ compId }) => compId);

export const listKeys = (trx: Trx): Promise<KeyRow[]> =>
  trx.selectFrom("publish_key").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc").execute();
export const findKey = (trx: Trx, id: string): Promise<KeyRow | undefined> =>
  trx.selectFrom("publish_key").selectAll().where("id", "=", id).executeTakeFirst();
export const insertKey = (trx: Trx, row: Insertable<PublishKeyTable>): Promise<unknown> =>
  trx.insertInto("publish_key").values(row).execute();
export const useKey = (trx: Trx, id: string, at: Date): Promise<unknown> =>
  trx
    .updateTable("publish_key")
    .set((e) => ({ uses: e("uses", "+", 1), lastUsedAt: at }))
    .where("id", "=", id)
    .execute();

/** undefined: there is none, or it is revoked already. */
export const revokeKey = (trx: Trx, id: string, by: string, at: Date): Promise<KeyRow | undefined> =>
  trx
    .updateTable("publish_key")
    .set({ revokedAt: at, revokedBy: by })
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
