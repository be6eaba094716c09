/** Giving a version to enterprises, and what is served of each app. */
import type { AppError } from "@liantai/api/contract";
import { appTitle, beforeSignIn, type ReleaseScope } from "@liantai/api/contract/admin";
import { installation } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { publish } from "../topics.ts";
import type { Standing } from "./present.ts";
import { builtInVersion, isUsable, releaseFor, type Imports, type Mismatch } from "./releases.ts";
import {
  endReleasesBelow,
  findVersion,
  insertRelease,
  lastStep,
  listEnterprises,
  liveReleases,
  rescope,
  type ReleaseRow,
  type VersionRow,
} from "./repository.ts";

export interface VersionDeps extends AdministrationDeps {
  /** The import map that the build left. */
  readonly builtIn: () => Imports;
}

export interface Scope {
  readonly scope: ReleaseScope;
  readonly compIds: readonly string[];
  readonly percent: number;
}

/** How far back one can go. */
const steps = 10;

export const nowOf = ({ ports }: VersionDeps): Date => new Date(ports.clock.now());

/** yup's arrays may hold undefined by their types. */
export const chosen = (compIds: readonly (string | undefined)[] | null | undefined): string[] =>
  (compIds ?? []).flatMap((compId) => (compId ? [compId.trim()] : []));

export const scopeOf = (body: {
  readonly scope: ReleaseScope;
  readonly compIds?: readonly string[] | null | undefined;
  readonly percent?: number | null | undefined;
}): Scope => ({
  scope: body.scope,
  compIds: body.scope === "enterprises" ? [...new Set(body.compIds)] : [],
  percent: body.scope === "share" ? (body.percent ?? 0) : 0,
});

/** Names each package that differs: what it was built against and what is served. */
export const mismatchRefusal = (app: string, mismatches: readonly Mismatch[]): AppError =>
  fieldRefusal(
    "contents",
    "共享包",
    `「${appTitle(app)}」是用其他版本的共享包构建的，不能发布：${mismatches
      .map(({ name, wanted, served }) => `${name}（构建用${wanted}，服务器上${served || "没有"}）`)
      .join("、")}。请用服务器上的源码版本重新构建`,
  );

/** Newest first, those that can be served. */
export async function usable(trx: Trx, imports: Imports, live: readonly ReleaseRow[]): Promise<readonly ReleaseRow[]> {
  const found: ReleaseRow[] = [];
  for (const release of live) {
    const version = await findVersion(trx, release.app, release.version);
    if (version && isUsable(release, version.contents.shared, imports)) found.push(release);
  }
  return found;
}

export async function standing(deps: VersionDeps, trx: Trx): Promise<Standing> {
  const imports = deps.builtIn();
  const served = await usable(trx, imports, await liveReleases(trx));
  return { imports, usable: served, enterprises: await listEnterprises(trx) };
}

/** In the transaction that holds the app's lock. */
export async function give(
  deps: VersionDeps,
  trx: Trx,
  context: RequestContext,
  row: VersionRow,
  scope: Scope,
  action: "publish" | "release",
) {
  const { app, version } = row;
  if (scope.scope !== "all" && beforeSignIn.includes(app))
    throw fieldRefusal("scope", "发布范围", `「${appTitle(app)}」在登录之前使用，只能发布给全部企业`);
  const enterprises = await listEnterprises(trx);
  const unknown = scope.compIds.filter((compId) => !enterprises.includes(compId));
  if (unknown.length > 0) throw fieldRefusal("compIds", "企业", `没有企业${unknown.join("、")}`);
  const over = builtInVersion(deps.builtIn(), app);
  const [newest] = await usable(trx, deps.builtIn(), await liveReleases(trx, app));
  const to = { ...scope, compIds: [...scope.compIds], releasedBy: context.caller.nickName, releasedAt: nowOf(deps) };
  // Widened or narrowed, it stays one step: one press back takes the version away and not its last few enterprises.
  if (newest?.version === version) await rescope(trx, newest, to);
  else {
    const step = (await lastStep(trx, app)) + 1;
    await insertRelease(trx, { app, step, version, over, ...to });
    await endReleasesBelow(trx, app, step - steps, nowOf(deps));
  }
  const shown = ({ version: v, scope: s, compIds, percent }: Scope & { readonly version: string }) => ({
    version: v,
    scope: s,
    ...(s === "enterprises" ? { compIds } : s === "share" ? { percent } : {}),
  });
  await deps.audit.write(trx, context, {
    compId: installation,
    object: "appVersion",
    action,
    id: `${app}/${version}`,
    name: appTitle(app),
    ...(newest ? { before: shown(newest) } : {}),
    after: {
      ...shown({ version, ...scope }),
      ...(action === "publish" ? { note: row.note, key: row.keyName, bytes: row.bytes } : {}),
    },
  });
  const live = await usable(trx, deps.builtIn(), await liveReleases(trx, app));
  const having = enterprises.filter((compId) => releaseFor(live, compId)?.version === version).length;
  const former = newest?.version === version ? version : (newest?.version ?? "");
  return { former, enterprises: having, total: enterprises.length };
}

/** Every process reads anew, and pages ask for their map (H3). */
export async function announce(deps: VersionDeps, app: string): Promise<void> {
  const { broker } = deps.ports;
  await publish(broker, "versions.changed", { app });
  await publish(broker, "message.send", {
    to: { everyone: true },
    message: { type: "appSwapped", modules: [app] },
  });
}
