import { taskPhoneApi as api } from "@liantai/api/contract/admin";
import { route, type Route } from "../../../http/routes.ts";
import { serviceOf } from "../../service.ts";
import type { PhonesDeps } from "./access.ts";
import { batchDelete, recall, stop } from "./changing.ts";
import { registerExports, startExport } from "./exporting.ts";
import { failedDataDownload, importCheck, importData, registerImports, template } from "./importing.ts";
import { attempts, batches, levels, list } from "./listing.ts";
import { heardOfAttempt } from "../heard/service.ts";
import { add } from "./pushing.ts";

export function phonesRoutes(deps: PhonesDeps): readonly Route[] {
  registerImports(deps);
  registerExports(deps);
  const phones = serviceOf(deps, {
    ...{ list, attempts, levels, batches, batchDelete, recall, stop, add, startExport, heardOfAttempt },
    ...{ importCheck, importData, template, failedDataDownload },
  });
  return [
    route(api.list, ({ body }, context) => phones.list(body, context)),
    route(api.attempts, ({ body }, context) => phones.attempts(body, context)),
    route(api.heard, ({ body }, context) => phones.heardOfAttempt(body, context)),
    route(api.levels, ({ body }, context) => phones.levels(body, context)),
    route(api.batches, ({ body }, context) => phones.batches(body, context)),
    route(api.batchDelete, ({ body }, context) => phones.batchDelete(body, context)),
    route(api.importCheck, ({ body }, context) => phones.importCheck(body, context)),
    route(api.importData, ({ body }, context) => phones.importData(body, context)),
    route(api.template, ({ query }, context) => phones.template(query, context)),
    route(api.failedDataDownload, ({ query }, context) => phones.failedDataDownload(query, context)),
    route(api.add, ({ body }, context) => phones.add(body, context)),
    route(api.recall, ({ body }, context) => phones.recall(body, context)),
    route(api.stop, ({ body }, context) => phones.stop(body, context)),
    route(api.export, ({ body }, context) => phones.startExport(body, context)),
  ];
}
