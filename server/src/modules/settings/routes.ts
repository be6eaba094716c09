import { cascadeApi, dictionarieApi, helpApi, loginLogApi, operateLogApi } from "@liantai/api/contract/admin";
import { crudRoutes } from "../../http/crud.ts";
import { route, type Route } from "../../http/routes.ts";
import type { FilesModule } from "../files/index.ts";
import type { CascadeImport } from "./cascades/import.ts";
import type { CascadeService } from "./cascades/service.ts";
import type { DictionaryService } from "./dictionaries/service.ts";
import type { HelpService } from "./help/service.ts";
import type { LogService } from "./logs/service.ts";

export interface SettingsServices {
  readonly dictionaries: DictionaryService;
  readonly cascades: CascadeService;
  readonly imports: CascadeImport;
  readonly logs: LogService;
  readonly help: HelpService;
  readonly downloads: FilesModule["downloads"];
}

export function settingsRoutes({
  dictionaries,
  cascades,
  imports,
  logs,
  help,
  downloads,
}: SettingsServices): readonly Route[] {
  return [
    ...crudRoutes(dictionarieApi, dictionaries),
    route(dictionarieApi.items, ({ body }, context) => dictionaries.items(body, context)),
    route(dictionarieApi.itemAdd, ({ body }, context) => dictionaries.itemAdd(body, context)),
    route(dictionarieApi.itemUpdate, ({ body }, context) => dictionaries.itemUpdate(body, context)),
    route(dictionarieApi.itemDelete, ({ body }, context) => dictionaries.itemDelete(body, context)),
    route(dictionarieApi.options, ({ body }, context) => dictionaries.options(body, context)),
    ...crudRoutes(cascadeApi, cascades),
    route(cascadeApi.move, ({ body }, context) => cascades.move(body, context)),
    route(cascadeApi.options, ({ body }, context) => cascades.options(body, context)),
    route(loginLogApi.list, ({ body }, context) => logs.logins(body, context)),
    route(operateLogApi.list, ({ body }, context) => logs.operations(body, context)),
    route(loginLogApi.export, ({ body }, context) => logs.exportLogins(body, context)),
    route(operateLogApi.export, ({ body }, context) => logs.exportOperations(body, context)),
    route(cascadeApi.importData, ({ body }, context) => imports.run(body, context)),
    route(cascadeApi.importTemplate, async () => imports.template()),
    route(helpApi.tree, ({ body }) => help.tree(body)),
    route(helpApi.get, ({ body }) => help.get(body)),
    route(helpApi.add, ({ body }, context) => help.add(body, context)),
    route(helpApi.update, ({ body }, context) => help.update(body, context)),
    route(helpApi.delete, ({ body }, context) => help.delete(body, context)),
    route(helpApi.move, ({ body }, context) => help.move(body, context)),
    route(helpApi.upload, ({ body }, context) => help.upload(body, context)),
    route(helpApi.file, ({ query }, { caller }) => downloads.open("helpView", caller, query)),
  ];
}
