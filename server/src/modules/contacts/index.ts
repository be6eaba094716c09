/** Contacts with an enterprise's own fields, the address book, robot lines. The only face of this module. */
import { contacterConfApi, contacterDataApi, contactsApi, robotApi } from "@liantai/api/contract/admin";
import { crudRoutes } from "../../http/crud.ts";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createContactService } from "./contacts.ts";
import { createEntryService } from "./entries.ts";
import { createFieldService } from "./fields.ts";
import { createContactImport } from "./import.ts";
import { createRobotService } from "./robots.ts";

export function createContactsModule(deps: AdministrationDeps): Module {
  const contacts = createContactService(deps);
  contacts.registerExport();
  const imports = createContactImport(deps);
  return {
    name: "contacts",
    routes: [
      ...crudRoutes(contacterConfApi, createFieldService(deps)),
      ...crudRoutes(contacterDataApi, contacts),
      route(contacterDataApi.export, ({ body }, context) => contacts.export(body, context)),
      route(contacterDataApi.importCheck, ({ body }, context) => imports.check(body, context)),
      route(contacterDataApi.importSave, ({ body }, context) => imports.save(body, context)),
      route(contacterDataApi.importTemplate, (_, context) => imports.template(context)),
      route(contacterDataApi.failed, ({ query }, context) => imports.failed(context, query)),
      ...crudRoutes(contactsApi, createEntryService(deps)),
      ...crudRoutes(robotApi, createRobotService(deps)),
    ],
  };
}
