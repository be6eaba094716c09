/** Rows of versions as 版本管理 shows them. */
import { formatTime, type ReplyOf } from "@liantai/api/contract";
import type { appVersionApi } from "@liantai/api/contract/admin";
import { builtInVersion, mismatchesOf, reaches, releaseFor, type Imports } from "./releases.ts";
import type { ReleaseRow, VersionRow } from "./repository.ts";

type VersionItem = ReplyOf<typeof appVersionApi.list>["list"][number];
type AppItem = ReplyOf<typeof appVersionApi.apps>[number];

/** What every figure is counted from. */
export interface Standing {
  readonly imports: Imports;
  /** Newest first, of all apps. */
  readonly usable: readonly ReleaseRow[];
  /** Codes. */
  readonly enterprises: readonly string[];
}

const having = ({ usable, enterprises }: Standing, app: string, version: string): number => {
  const own = usable.filter((release) => release.app === app);
  return enterprises.filter((compId) => releaseFor(own, compId)?.version === version).length;
};

export function presentVersion(row: VersionRow, standing: Standing): VersionItem {
  const { app, version } = row;
  const mismatches = mismatchesOf(row.contents.shared, standing.imports);
  const own = standing.usable.filter((release) => release.app === app);
  const current = releaseFor(own, undefined)?.version;
  const enterprises = having(standing, app, version);
  return {
    app,
    version,
    note: row.note,
    bytes: row.bytes,
    files: row.contents.files.filter(({ name }) => !/\.(?:br|gz)$/.test(name)).length,
    publishedBy: row.publishedBy,
    keyName: row.keyName,
    publishedAt: formatTime(row.publishedAt),
    state: mismatches.length > 0 ? "unusable" : current === version ? "current" : enterprises > 0 ? "trial" : "idle",
    enterprises,
    total: standing.enterprises.length,
    failures: row.failures,
    lastFailureAt: row.lastFailureAt && formatTime(row.lastFailureAt),
    mismatches,
  };
}

export function presentApp(app: string, title: string, standing: Standing): AppItem {
  const own = standing.usable.filter((release) => release.app === app);
  const item = (release: ReleaseRow) => ({
    version: release.version,
    scope: release.scope,
    compIds: release.compIds,
    percent: release.percent,
    enterprises: having(standing, app, release.version),
  });
  const everybody = own.findIndex((release) => reaches(release, undefined));
  return {
    app,
    title,
    builtIn: builtInVersion(standing.imports, app),
    current: everybody < 0 ? null : item(own[everybody]!),
    trials: own.slice(0, everybody < 0 ? own.length : everybody).map(item),
    total: standing.enterprises.length,
  };
}
