import { previewTaskApi } from "@liantai/api/contract/admin";
import { route, type Route } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { createDialRefs } from "../../dial-refs/index.ts";
import { heardOfCall } from "../heard/service.ts";
import { createPreviewService } from "./service.ts";

export function previewRoutes({ ports, audit, sealer }: AdministrationDeps): readonly Route[] {
  const refs = createDialRefs({ sealer, clock: ports.clock });
  const preview = createPreviewService({ ports, audit, refs });
  return [
    route(previewTaskApi.list, ({ body }, context) => preview.list(body, context)),
    route(previewTaskApi.current, ({ body }, context) => preview.current(body, context)),
    route(previewTaskApi.take, ({ body }, context) => preview.take(body, context)),
    route(previewTaskApi.release, ({ body }, context) => preview.release(body, context)),
    route(previewTaskApi.skip, ({ body }, context) => preview.skip(body, context)),
    route(previewTaskApi.dial, ({ body }, context) => preview.dial(body, context)),
    route(previewTaskApi.reschedule, ({ body }, context) => preview.reschedule(body, context)),
    route(previewTaskApi.result, ({ body }, context) => preview.result(body, context)),
    route(previewTaskApi.ofCall, ({ body }, context) => preview.ofCall(body, context)),
    route(previewTaskApi.heard, ({ body }, context) => heardOfCall({ ports, audit }, body, context)),
  ];
}
