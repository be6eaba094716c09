import { mark, type AreaProbes } from "./types.ts";

const version = "0123456789abcdef";

/** Versions are the installation's; that one is tried with the first enterprise is nobody else's to read. */
export const versionsProbes: AreaProbes = {
  probes: {
    appVersionList: (_, own) => ({ body: { compId: own } }),
    appVersionApps: () => ({ body: {} }),
    appVersionRelease: (_, own) => ({
      body: { app: "workorder", version, scope: "enterprises", compIds: [own] },
    }),
    appVersionBack: () => ({ body: { app: "workorder", version } }),
    // Takes a version that everybody may have and answers nothing.
    appVersionFailed: "none",
    appVersionPublish: (_, own) => ({
      body: { app: "workorder", version, scope: "enterprises", compIds: own, contents: "{}" },
    }),
    publishKeyList: () => ({ body: {} }),
    publishKeyAdd: () => ({ body: { name: "探测", days: 1 } }),
    publishKeyRevoke: (ids) => ({ body: { id: ids["publishKey"] } }),
  },
  async fixtures(trx, own, { clock, random }) {
    const publishKey = random.id();
    const at = new Date(clock.now());
    await trx
      .insertInto("publish_key")
      .values({
        id: publishKey,
        name: mark,
        secretHash: "",
        accountId: "x",
        createdBy: mark,
        createdAt: at,
        expiresAt: at,
      })
      .execute();
    await trx
      .insertInto("app_version")
      .values({
        app: "workorder",
        version,
        note: mark,
        bytes: 1,
        contents: JSON.stringify({ files: [], shared: [] }),
        blobKey: "none",
        publishedBy: mark,
        keyName: mark,
        publishedAt: at,
      })
      .execute();
    await trx
      .insertInto("app_release")
      .values({
        app: "workorder",
        step: 1,
        version,
        scope: "enterprises",
        compIds: [own],
        percent: 0,
        over: "x",
        releasedBy: mark,
        releasedAt: at,
      })
      .execute();
    return { publishKey };
  },
};
