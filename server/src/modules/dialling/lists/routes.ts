import { numberListApi as api } from "@liantai/api/contract/admin";
import { route, type Route } from "../../../http/routes.ts";
import { serviceOf } from "../../service.ts";
import { failedDataDownload, importCheck, importData, registerListImports, template } from "./importing.ts";
import { createLists, phoneDelete, phones } from "./service.ts";
import { registerToTask, toTask, type ListDeps } from "./to-task.ts";

export function listsRoutes(deps: ListDeps): readonly Route[] {
  registerListImports(deps);
  registerToTask(deps);
  const lists = createLists(deps);
  const verbs = serviceOf(deps, { phones, phoneDelete, importCheck, importData, template, failedDataDownload, toTask });
  return [
    route(api.list, ({ body }, context) => lists(context).list(body, context)),
    route(api.add, ({ body }, context) => lists(context).add(body, context)),
    route(api.update, ({ body }, context) => lists(context).update(body, context)),
    route(api.delete, ({ body }, context) => lists(context).delete(body, context)),
    route(api.phones, ({ body }, context) => verbs.phones(body, context)),
    route(api.importCheck, ({ body }, context) => verbs.importCheck(body, context)),
    route(api.importData, ({ body }, context) => verbs.importData(body, context)),
    route(api.template, ({ query }, context) => verbs.template(query, context)),
    route(api.failedDataDownload, ({ query }, context) => verbs.failedDataDownload(query, context)),
    route(api.toTask, ({ body }, context) => verbs.toTask(body, context)),
    route(api.phoneDelete, ({ body }, context) => verbs.phoneDelete(body, context)),
  ];
}
