import { appVersionApi, publishKeyApi } from "@liantai/api/contract/admin";
import { route, type Route } from "../../http/routes.ts";
import type { createKeys } from "./keys.ts";
import type { VersionService } from "./service.ts";

export const versionRoutes = (versions: VersionService, keys: ReturnType<typeof createKeys>): readonly Route[] => [
  route(appVersionApi.list, ({ body }, context) => versions.list(body, context)),
  route(appVersionApi.apps, (_input, context) => versions.apps(context)),
  route(appVersionApi.release, ({ body }, context) => versions.release(body, context)),
  route(appVersionApi.back, ({ body }, context) => versions.back(body, context)),
  route(appVersionApi.failed, ({ body }, context) => versions.failed(body, context)),
  route(appVersionApi.publish, ({ body }, context) => versions.publish(body, context)),
  route(publishKeyApi.list, ({ body }, context) => keys.list(body, context)),
  route(publishKeyApi.add, ({ body }, context) => keys.add(body, context)),
  route(publishKeyApi.revoke, ({ body }, context) => keys.revoke(body, context)),
];
