/** 版本管理: versions, who has them, and the way back. */
import { AppError, dayMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { appTitle, swappableApps, type appVersionApi } from "@liantai/api/contract/admin";
import { installation, ownInstallation } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import { serviceOf } from "../service.ts";
import { announce, chosen, give, mismatchRefusal, nowOf, scopeOf, standing, usable, type VersionDeps } from "./give.ts";
import { presentApp, presentVersion } from "./present.ts";
import { takeIn } from "./publishing.ts";
import { mismatchesOf } from "./releases.ts";
import { countFailure, findVersion, listVersions, liveReleases, lockApp, withdraw } from "./repository.ts";

type Api = typeof appVersionApi;

const countedMs = 30 * dayMs;

async function list(
  deps: VersionDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  ownInstallation(caller);
  // system, here and below: versions are the installation's.
  return deps.ports.database.system(async (trx) => {
    const { rows, total } = await listVersions(trx, body, body);
    const now = await standing(deps, trx);
    const list = rows.map((row) => presentVersion(row, now));
    return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
  });
}

async function apps(deps: VersionDeps, { caller }: RequestContext): Promise<ReplyOf<Api["apps"]>> {
  ownInstallation(caller);
  const now = await deps.ports.database.system((trx) => standing(deps, trx));
  return swappableApps.map(({ app, title }) => presentApp(app, title, now));
}

async function release(deps: VersionDeps, body: BodyOf<Api["release"]>, context: RequestContext): Promise<null> {
  ownInstallation(context.caller);
  await deps.ports.database.system(async (trx) => {
    await lockApp(trx, body.app);
    const row = await findVersion(trx, body.app, body.version);
    if (!row) throw new AppError("notFound");
    const mismatches = mismatchesOf(row.contents.shared, deps.builtIn());
    if (mismatches.length > 0) throw mismatchRefusal(body.app, mismatches);
    await give(deps, trx, context, row, scopeOf({ ...body, compIds: chosen(body.compIds) }), "release");
  });
  await announce(deps, body.app);
  return null;
}

async function back(deps: VersionDeps, body: BodyOf<Api["back"]>, context: RequestContext): Promise<null> {
  ownInstallation(context.caller);
  await deps.ports.database.system(async (trx) => {
    await lockApp(trx, body.app);
    const [newest, former] = await usable(trx, deps.builtIn(), await liveReleases(trx, body.app));
    if (!newest) throw new AppError("refused", `「${appTitle(body.app)}」用的就是内置版本，没有可回退的版本`);
    if (newest.version !== body.version) throw new AppError("conflict", "版本已被他人调整，请刷新后确认再回退");
    await withdraw(trx, newest, nowOf(deps));
    await deps.audit.write(trx, context, {
      compId: installation,
      object: "appVersion",
      action: "back",
      id: `${body.app}/${newest.version}`,
      name: appTitle(body.app),
      before: { version: newest.version },
      after: { version: former?.version ?? "内置版本" },
    });
  });
  await announce(deps, body.app);
  return null;
}

/** Counts each session once a version. */
async function failed(deps: VersionDeps, body: BodyOf<Api["failed"]>, { caller }: RequestContext): Promise<null> {
  const { broker, database } = deps.ports;
  const seen = await broker.increment(`version:failed:${body.app}/${body.version}:${caller.sessionId}`, countedMs);
  if (seen === 1) await database.system((trx) => countFailure(trx, body.app, body.version, nowOf(deps)));
  return null;
}

export const createVersionService = (deps: VersionDeps) =>
  serviceOf(deps, { list, apps, release, back, failed, publish: takeIn });
export type VersionService = ReturnType<typeof createVersionService>;
