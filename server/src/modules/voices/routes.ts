import { voiceApi, voiceResourceApi } from "@liantai/api/contract/admin";
import { route, type Route } from "../../http/routes.ts";
import type { createVoiceService } from "./service.ts";

export function voiceRoutes(service: ReturnType<typeof createVoiceService>): readonly Route[] {
  return [
    route(voiceApi.list, ({ body }, context) => service.list(body, context)),
    route(voiceApi.add, ({ body }, context) => service.add(body, context)),
    route(voiceApi.synthesise, ({ body }, context) => service.synthesise(body, context)),
    route(voiceApi.update, ({ body }, context) => service.update(body, context)),
    route(voiceApi.replace, ({ body }, context) => service.replace(body, context)),
    route(voiceApi.delete, ({ body }, context) => service.delete(body, context)),
    route(voiceApi.play, ({ query }, context) => service.play(query.id, query.compId, context)),
    route(voiceApi.preview, ({ query }) => service.preview(query.text)),
    route(voiceApi.uses, ({ body }, context) => service.uses(body, context)),
    route(voiceResourceApi.list, ({ body }, context) => service.allotments(body, context)),
    route(voiceResourceApi.add, ({ body }, context) => service.allot(body, body.voiceId, context)),
    route(voiceResourceApi.update, async ({ body }, context) => {
      await service.allot({ ...body, targetIds: [body.targetId] }, body.voiceId, context);
      return null;
    }),
    route(voiceResourceApi.delete, ({ body }, context) => service.allot(body, "", context, body.voiceId)),
    route(voiceResourceApi.allotList, async ({ body }, context) =>
      (await service.allotted(body, context, true)).map(({ targetId, targetName }) => ({
        id: targetId,
        name: targetName,
      })),
    ),
    route(voiceResourceApi.notAllotList, async ({ body }, context) =>
      (await service.allotted(body, context, false)).map(({ targetId, targetName, voiceName }) => ({
        id: targetId,
        name: targetName,
        current: voiceName ?? "",
      })),
    ),
  ];
}
