/** Contacts: the built-in fields and the enterprise's own. */
import { serviceOf } from "../service.ts";
import type { ContactDeps } from "./contacts/rows.ts";
import { registerExport, startExport } from "./contacts/exporting.ts";
import { list } from "./contacts/listing.ts";
import { add, update, remove } from "./contacts/changing.ts";

export const createContactService = (deps: ContactDeps) =>
  serviceOf(deps, { list, add, update, delete: remove, registerExport, export: startExport });
