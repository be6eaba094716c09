/** Speech engines (引擎管理): rows of the installation, what they are asked, and what an enterprise may choose from. */
import { array, boolean, number, object, string } from "yup";
import { crud, idField, listBody } from "../crud.ts";
import { flagField, lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles, timeouts } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import {
  engineKinds,
  engineProviders,
  isEngineProvider,
  providerOf,
  type EngineKind,
  type EngineProvider,
} from "./providers.ts";

const kinds = Object.keys(engineKinds) as readonly EngineKind[];
const providers = Object.keys(engineProviders) as readonly EngineProvider[];

export const engineLimits = {
  voices: 50,
  voiceChars: 64,
  minTimeoutMs: 500,
  maxTimeoutMs: 60_000,
  maxConcurrency: 10_000,
} as const;

/** Names of voices: 'zhiyan, zhitian'. */
export const voicesIn = (text: string): readonly string[] => [...new Set(text.split(/[,，、\s]+/).filter(Boolean))];

const operators = roles(RoleTypes.operators);
const editing = roles(RoleTypes.operators, { operate: "engine.edit" });

function folderProblem(text: string): string | undefined {
  if (text === "") return "请输入模型文件夹";
  if (/[/\\:]/.test(text)) return "请只填写文件夹名，它应在服务器的模型目录（SPEECH_MODELS）中";
  return /^[^.\s\p{Cc}][^\p{Cc}]{0,99}$/u.test(text) ? undefined : "模型文件夹的名称不正确";
}

function addressOf(provider: unknown, text: string): string | undefined {
  if (typeof provider !== "string" || !isEngineProvider(provider)) return undefined;
  const { builtIn, schemes, folder } = providerOf(provider);
  if (builtIn) return text === "" ? undefined : "内置引擎没有地址";
  if (folder) return folderProblem(text);
  if (text === "") return "请输入引擎地址";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.hostname === "" || !schemes.includes(url.protocol))
    return `引擎地址应以${schemes.map((s) => `${s}//`).join("或")}开头`;
  return url.username || url.password ? "引擎地址中不能包含账号和密码" : undefined;
}

const fields = {
  name: nameField("引擎名称"),
  provider: string().label("类型").oneOf(providers).required("请选择引擎类型"),
  address: lengthField("引擎地址", 500).test("address", "请输入正确的引擎地址", function (text) {
    const message = addressOf((this.parent as { provider?: unknown }).provider, text ?? "");
    return message === undefined || this.createError({ message });
  }),
  /** Inside networks and this machine. */
  allowsPrivate: flagField("允许内网地址").default(0),
  /** '' keeps the one that is stored. */
  key: lengthField("密钥", 500),
  voices: lengthField("发音人", 2_000).test(
    "voices",
    `发音人最多${engineLimits.voices}个，每个不超过${engineLimits.voiceChars}个字符`,
    (text) => {
      const list = voicesIn(text ?? "");
      return list.length <= engineLimits.voices && list.every((voice) => voice.length <= engineLimits.voiceChars);
    },
  ),
  /** At the same time, in one process; 0: no limit. */
  concurrency: numberField("并发数", { max: engineLimits.maxConcurrency }).required("请输入并发数"),
  timeoutMs: numberField("超时毫秒数", { min: engineLimits.minTimeoutMs, max: engineLimits.maxTimeoutMs }).required(
    "请输入超时毫秒数",
  ),
  enabled: flagField("启用").required(),
  remark: remarkField(),
};

export const voiceRow = () => object({ name: string().required(), label: string().required() });

export const engineApi = defineResource({
  ...crud({
    name: "engine",
    prefix: "/pbx/api/v1/engine",
    noun: "speech engine",
    tag: "Engine",
    row: object({
      id: string().required(),
      name: string().required(),
      kind: string().oneOf(kinds).required(),
      provider: string().oneOf(providers).required(),
      builtIn: boolean().required(),
      address: string().defined(),
      allowsPrivate: number().required(),
      hasKey: boolean().required(),
      voices: array().of(voiceRow()).required(),
      concurrency: number().required(),
      timeoutMs: number().required(),
      enabled: number().required(),
      remark: string().defined(),
      /** Enterprises that it is allotted to. */
      enterprises: number().required(),
    }),
    filters: {
      name: lengthField("引擎名称"),
      kind: string()
        .label("用途")
        .oneOf(["", ...kinds]),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
    },
    sortable: ["name", "concurrency"],
    fields,
    permission: {
      list: onPages(operators, "/enginemanage", "/allocationEngine"),
      add: editing,
      update: editing,
      delete: editing,
    },
  }),
  /** Says or recognises a sentence. */
  test: defineEndpoint({
    name: "engineTest",
    method: "POST",
    path: "/pbx/api/v1/engine/test",
    summary: "Whether an engine works, and how fast",
    permission: onPages(operators, "/enginemanage"),
    body: object({ id: idField() }),
    reply: object({
      ok: boolean().required(),
      ms: number().required(),
      /** Recognised, or spoken. */
      text: string().defined(),
      /** A WAV file in base64; null: there is nothing to hear. */
      wav: string().nullable().defined(),
      /** Why not; '' when it works. */
      reason: string().defined(),
    }),
    tags: [],
    timeoutMs: timeouts.slow,
    ratePerMinute: 30,
  }),
  /** The list helper "TTS/ASR engine" (realtime.md): what the enterprise may use, in order of fallback. */
  options: defineEndpoint({
    name: "engineOptions",
    method: "POST",
    path: "/pbx/api/v1/engine/options",
    summary: "Speech engines that an enterprise may use",
    permission: onPages(
      roles(RoleTypes.managers),
      "/enginemanage",
      "/allocationEngine",
      "/processconfig",
      "/knownnav",
      "/satisfaction/knownnav",
      "/robotList",
    ),
    reads: true,
    body: listBody({
      kind: string()
        .label("用途")
        .oneOf(["", ...kinds]),
    }),
    reply: listOf(
      object({
        id: string().required(),
        name: string().required(),
        kind: string().oneOf(kinds).required(),
        builtIn: boolean().required(),
        note: string().defined(),
        voices: array().of(voiceRow()).required(),
        /** The one that is spoken with where a flow names none; '': the engine's usual one. */
        defaultVoice: string().defined(),
      }),
    ),
    tags: ["Engine"],
  }),
});
