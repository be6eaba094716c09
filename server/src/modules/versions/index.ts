/** Versions of apps that other machines publish into the running installation (decision 035). The only face of this module. */
import type { Publishers } from "../../http/authority.ts";
import type { Module } from "../../http/module.ts";
import type { PublishedBundles } from "../../http/pages/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createKeys } from "./keys.ts";
import { createPublished } from "./published.ts";
import type { Imports } from "./releases.ts";
import { versionRoutes } from "./routes.ts";
import { createVersionService } from "./service.ts";

export interface VersionsModule extends Module {
  /** What the page is served of them. */
  readonly published: PublishedBundles;
  /** Who holds a publishing key. */
  readonly publishers: Publishers;
}

/** `builtIn`: the import map that the build left; throws where there is none. */
export function createVersionsModule(deps: AdministrationDeps, builtIn: () => Imports): VersionsModule {
  const published = createPublished(deps.ports);
  const keys = createKeys(deps);
  return {
    name: "versions",
    routes: versionRoutes(createVersionService({ ...deps, builtIn }), keys),
    published,
    publishers: keys.publishers,
    start: () => published.start(),
    stop: () => published.stop(),
  };
}
