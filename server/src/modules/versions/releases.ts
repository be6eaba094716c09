/** Which version an enterprise has. Pure. */
import { createHash } from "node:crypto";
import { operatorCode } from "@liantai/api/contract";

/** Specifiers of the import map and their addresses. */
export type Imports = Readonly<Record<string, string>>;
export interface SharedPackage {
  readonly name: string;
  readonly version: string;
}
export interface Mismatch {
  readonly name: string;
  readonly wanted: string;
  /** '': the server serves none of that name. */
  readonly served: string;
}

export interface Release {
  readonly app: string;
  readonly step: number;
  readonly version: string;
  readonly scope: string;
  readonly compIds: readonly string[];
  readonly percent: number;
  /** The built-in version it stands over. */
  readonly over: string;
}

export const specifierOf = (app: string): string => `@liantai/${app}`;
export const urlOf = (app: string, version: string): string => `/assets/${app}/${version}/${app}.js`;
/** '' for an address without a version. */
export const versionIn = (url: string | undefined): string =>
  /^\/assets\/[^/]+\/([0-9a-f]{16})\//.exec(url ?? "")?.[1] ?? "";
export const builtInVersion = (imports: Imports, app: string): string => versionIn(imports[specifierOf(app)]);

/** 0 to 99, the same for an enterprise whatever the share: a share that grows keeps those who have the version. */
export const placeInShare = (app: string, version: string, compId: string): number =>
  createHash("sha256").update(`${app}/${version}/${compId}`).digest().readUInt32BE(0) % 100;

/** undefined: nobody is signed in. Operators outside an enterprise have what everybody has. */
export function reaches(release: Omit<Release, "step" | "over">, compId: string | undefined): boolean {
  if (release.scope === "all") return true;
  if (compId === undefined || compId === operatorCode) return false;
  return release.scope === "enterprises"
    ? release.compIds.includes(compId)
    : placeInShare(release.app, release.version, compId) < release.percent;
}

/** Shared packages that are served in another version than the bundle was built against. */
export const mismatchesOf = (shared: readonly SharedPackage[], imports: Imports): Mismatch[] =>
  shared.flatMap(({ name, version }) => {
    const served = versionIn(imports[name]);
    return served === version ? [] : [{ name, wanted: version, served }];
  });

/** Whether it can be served beside what the server was built with: nothing newer was built in, and its shared packages are served. */
export const isUsable = (release: Pick<Release, "app" | "over">, shared: readonly SharedPackage[], imports: Imports) =>
  release.over === builtInVersion(imports, release.app) && mismatchesOf(shared, imports).length === 0;

/** `releases` newest first, those that can be served. undefined: the built-in version. */
export const releaseFor = <R extends Release>(releases: readonly R[], compId: string | undefined): R | undefined =>
  releases.find((release) => reaches(release, compId));
