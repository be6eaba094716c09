/** The address book, and robot lines. Contacts with own fields are records of a form (modules/forms). The only face of this module. */
import { robotApi } from "@liantai/api/contract/flow-editor";
import { contactsApi } from "@liantai/api/contract/workorder";
import { crudRoutes } from "../../http/crud.ts";
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createEntryService } from "./entries.ts";
import { createRobotService } from "./robots.ts";

export const createContactsModule = (deps: AdministrationDeps): Module => ({
  name: "contacts",
  routes: [...crudRoutes(contactsApi, createEntryService(deps)), ...crudRoutes(robotApi, createRobotService(deps))],
});
