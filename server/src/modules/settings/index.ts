/** Dictionaries, cascading options, the two logs and the help. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { Database } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createCascadeImport } from "./cascades/import.ts";
import { everyOption, placesOf, type CascadeNode } from "./cascades/repository.ts";
import { createCascadeService } from "./cascades/service.ts";
import { findDictionary, readOptions, type Dictionary, type DictionaryOption } from "./dictionaries/options.ts";
import { createDictionaryService } from "./dictionaries/service.ts";
import { registerHelpDownloads } from "./help/files.ts";
import { seedHelp } from "./help/seed.ts";
import { createHelpService } from "./help/service.ts";
import { createLogService } from "./logs/service.ts";
import { settingsRoutes } from "./routes.ts";

export type { CascadeNode } from "./cascades/repository.ts";
export type { Dictionary, DictionaryOption } from "./dictionaries/options.ts";

/** Options of a dictionary as one enterprise sees them, in order; the caller has decided whose. */
export const dictionaryOptions = (database: Database, compId: string, code: string): Promise<DictionaryOption[]> =>
  // system: the installation's items belong to no enterprise.
  database.system((trx) => readOptions(trx, compId, code));

/** The same, with what its values are called that are offered no more. */
export const readDictionary = (database: Database, compId: string, code: string): Promise<Dictionary> =>
  // system: the installation's items belong to no enterprise.
  database.system((trx) => findDictionary(trx, compId, code));

/** Where these cascading options stand. Unknown ids are missing. */
export const cascadePlaces = (
  database: Database,
  compId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CascadeNode>> => database.tenant(compId, (trx) => placesOf(trx, compId, ids));

/** All cascading options of an enterprise by their names, for thousands of rows of a workbook; none where none are asked for. */
export async function cascadeTree(database: Database, compId: string, asked: boolean): Promise<CascadeTree> {
  const rows = asked ? await database.tenant(compId, (trx) => everyOption(trx, compId)) : [];
  const byName = new Map(rows.map(({ id, parentId, name }) => [`${parentId ?? ""}\n${name}`, id]));
  const parents = new Set(rows.map(({ parentId }) => parentId));
  const known = new Set(rows.map(({ id }) => id));
  return {
    find: (parentId, name) => byName.get(`${parentId}\n${name}`),
    place: (ids) => (ids.every((id) => known.has(id)) ? (parents.has(ids.at(-1)!) ? "branch" : "leaf") : "unknown"),
  };
}

export interface CascadeTree {
  find(parentId: string, name: string): string | undefined;
  /** Of a path that `find` made. */
  place(ids: readonly string[]): "unknown" | "branch" | "leaf";
}

export function createSettingsModule(deps: AdministrationDeps): Module {
  const services = {
    dictionaries: createDictionaryService(deps),
    cascades: createCascadeService(deps),
    imports: createCascadeImport(deps),
    logs: createLogService(deps),
    help: createHelpService(deps),
    downloads: deps.files.downloads,
  };
  registerHelpDownloads(deps);
  return { name: "settings", routes: settingsRoutes(services), start: () => seedHelp(deps.ports) };
}
