/** 语音通知模板: kept, and heard before they are used. */
import { readFile } from "node:fs/promises";
import { formatTime, type BodyOf, type QueryOf } from "@liantai/api/contract";
import { noticeVariables, voiceNoticeApi } from "@liantai/api/contract/admin";
import type { FlowVoice } from "@liantai/api/flows";
import { compOf } from "../../../http/company.ts";
import { crudRoutes } from "../../../http/crud.ts";
import { route, type BinaryReply, type RequestContext, type Route } from "../../../http/routes.ts";
import { crudService } from "../../crud/index.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { createSpeechFor, engineVoices, usableEngines } from "../../engines/index.ts";
import { noticeStore, type NoticeListed, type NoticeNew } from "./repository.ts";
import { checkVoice } from "./voice.ts";

type Body = BodyOf<typeof voiceNoticeApi.add>;

const toRow = (body: Body, now: number): NoticeNew => ({
  ...{ name: body.name, text: body.text, tts: body.tts ?? "", repeats: body.repeats ?? 2 },
  ...{ confirmKey: body.confirmKey ?? "", replies: body.replies ?? [], goodbye: body.goodbye ?? "" },
  ...{ remark: body.remark ?? "", updatedAt: new Date(now) },
});

const present = (row: NoticeListed) => ({
  ...{ id: row.id, name: row.name, text: row.text, tts: row.tts, repeats: row.repeats, confirmKey: row.confirmKey },
  ...{ replies: [...row.replies], goodbye: row.goodbye, remark: row.remark, tasks: row.tasks },
  variables: [...noticeVariables(`${row.text}\n${row.goodbye}`)],
  updatedAt: formatTime(row.updatedAt),
});

async function voicesFor({ ports }: AdministrationDeps, compId: string) {
  const [usable, builtIn] = await Promise.all([usableEngines(ports, compId), ports.speech.voices()]);
  return usable
    .filter(({ kind }) => kind === "tts")
    .map((engine) => ({ id: engine.id, name: engine.name, voices: engineVoices(engine, builtIn) }));
}

async function preview(
  deps: AdministrationDeps,
  { compId: named, text, tts = "" }: QueryOf<typeof voiceNoticeApi.preview>,
  { caller }: RequestContext,
): Promise<BinaryReply> {
  const compId = compOf(caller, named);
  await checkVoice(deps.ports, compId, tts);
  const speech = createSpeechFor(deps)(compId);
  const path = await speech.speak(text, tts === "" ? undefined : (JSON.parse(tts) as FlowVoice));
  return { binary: await readFile(path), contentType: "audio/wav" };
}

export function noticeRoutes(deps: AdministrationDeps): readonly Route[] {
  const plain = crudService({
    deps,
    object: "voiceNotice",
    scope: "enterprise",
    store: noticeStore,
    toRow: (_trx, body: Body) => toRow(body, deps.ports.clock.now()),
    present,
    key: { path: "name", label: "模板名称", of: (row) => row.name },
  });
  const checked = async (body: Body, { caller }: RequestContext): Promise<void> =>
    checkVoice(deps.ports, compOf(caller, body.compId), body.tts ?? "");
  return [
    ...crudRoutes(voiceNoticeApi, {
      ...plain,
      async add(body, context) {
        await checked(body, context);
        return plain.add(body, context);
      },
      async update(body, context) {
        await checked(body, context);
        return plain.update(body, context);
      },
    }),
    route(voiceNoticeApi.voices, async ({ body }, { caller }) => voicesFor(deps, compOf(caller, body.compId))),
    route(voiceNoticeApi.preview, ({ query }, context) => preview(deps, query, context)),
  ];
}
