/**
 * A template of voice notification as a program of the flow engine, so that its calls run as any other flow does: said, a key taken, said
 * again, goodbye. Pure.
 */
import { noticeVariables, type NoticeReply } from "@liantai/api/contract/admin";
import {
  compile,
  flowTypes,
  systemVariables,
  type CollectedVariable,
  type FlowBody,
  type FlowNode,
  type FlowVoice,
  type Program,
  type Talking,
} from "@liantai/api/flows";

export interface NoticeTemplate {
  readonly text: string;
  readonly tts: string;
  readonly repeats: number;
  readonly confirmKey: string;
  readonly replies: readonly NoticeReply[];
  readonly goodbye: string;
}

/** What a notice leaves behind (outcomes/). again: nobody answered it, so it may be said in another call. */
export const noticeResult = { result: "noticeResult", confirmed: "noticeConfirmed", again: "noticeAgain" } as const;
export const noticeWords = { confirmed: "已确认", played: "已播放", noKey: "未按键", cut: "未听完" } as const;

/** So long is waited for a key after the text. */
const keySeconds = 8;

interface Made {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly says?: string;
  readonly next?: string;
  readonly exits?: Readonly<Record<string, string>>;
}

const talking = (nodeId: string, text: string): readonly Talking[] =>
  text.trim() === ""
    ? []
    : [{ talkKey: `${nodeId}-says`, playType: "tts", variable: [], text, audios: [], tts: "", skills: {} }];

const node = (nodeId: string, nodeName: string, nodeType: string, made: Made = {}): FlowNode => ({
  ...{ nodeId, nodeName, nodeType, nextNodeId: made.next ?? "", config: made.config ?? {} },
  branch: Object.entries(made.exits ?? {}).map(([id, to]) => ({
    ...{ id, nodeName: id, nodeId: to, dictionariesId: "" },
  })),
  talkings: talking(nodeId, made.says ?? ""),
  ...{ x: 0, y: 0, size: { width: 0, height: 0 }, flowId: "", sensitive: false, remark: "" },
});

/** What a call tells by itself; nobody is listened to in a notice, so `score` is a sheet's own column. */
const isOfCall = (name: string): boolean => name !== "score" && Object.hasOwn(systemVariables, name);

/** Columns of sheets have names that are none of variables: each gets one, and what a row calls it stays its word. */
function spokenNames(texts: readonly string[]) {
  const names = noticeVariables(texts.join("\n")).filter((name) => !isOfCall(name));
  const known = new Map(names.map((name, at) => [name, `__${at + 1}`]));
  const variables = names.map((name): CollectedVariable => ({
    vName: known.get(name)!,
    vAlias: name,
    type: "text",
    value: "",
  }));
  const said = (text: string): string =>
    text.replace(/\$\{([^${}]*)\}/g, (all, name: string) => {
      const own = known.get(name.trim());
      return own === undefined ? all : `\${${own}}`;
    });
  return { variables, said };
}

const result = (vAlias: string, vName: string, type: CollectedVariable["type"], value: string): CollectedVariable => ({
  ...{ vName, vAlias, type, value },
});

/** Sets what came of it, and says goodbye. */
const settles = (id: string, name: string, values: Readonly<Record<string, string>>): FlowNode =>
  node(id, name, "variable", {
    config: {
      assign: Object.entries(values).map(([vName, value]) => ({ vName, value, from: "text" })),
    },
    next: "goodbye",
    exits: { error: "goodbye" },
  });

const text = (words: string): string => words.replaceAll("${", "$ {");

function asking({ repeats, confirmKey, replies, ...template }: NoticeTemplate): readonly FlowNode[] {
  const answers = [
    ...(confirmKey === ""
      ? []
      : [{ key: confirmKey, text: noticeWords.confirmed as string, refuses: 0, confirms: true }]),
    ...replies.map((reply) => ({ ...reply, confirms: false })),
  ];
  return [
    node("say", "通知内容", "keyNav", {
      says: template.text,
      config: { keys: answers.map(({ key }) => key), firstSeconds: keySeconds, tries: repeats },
      exits: {
        ...Object.fromEntries(answers.map(({ key }) => [`key-${key}`, `answer-${key}`])),
        timeout: "unanswered",
        invalid: "unanswered",
      },
    }),
    ...answers.map(({ key, text: words, refuses, confirms }) =>
      settles(`answer-${key}`, words, {
        [noticeResult.result]: text(words),
        [noticeResult.again]: "false",
        ...(confirms ? { [noticeResult.confirmed]: "true" } : {}),
        ...(refuses === 1 ? { refused: "true" } : {}),
      }),
    ),
    settles("unanswered", noticeWords.noKey, { [noticeResult.result]: noticeWords.noKey }),
  ];
}

const saying = ({ repeats, text: says }: NoticeTemplate): readonly FlowNode[] => [
  node("say", "通知内容", "play", { says, config: { times: repeats, bargeIn: false }, next: "played" }),
  settles("played", noticeWords.played, { [noticeResult.result]: noticeWords.played, [noticeResult.again]: "false" }),
];

export function noticeProgram(
  template: NoticeTemplate,
  { flowId, versionId }: { readonly flowId: string; readonly versionId: string },
): Program {
  const { variables, said } = spokenNames([template.text, template.goodbye]);
  const own = { ...template, text: said(template.text), goodbye: said(template.goodbye) };
  const isAsked = own.confirmKey !== "" || own.replies.length > 0;
  const nodes = [
    node("start", "开始", "start", { next: "say" }),
    ...(isAsked ? asking(own) : saying(own)),
    ...(own.goodbye.trim() === ""
      ? [node("goodbye", "结束", "end")]
      : [node("goodbye", "结束语", "play", { says: own.goodbye, next: "end" }), node("end", "结束", "end")]),
  ];
  const canvas = { subProcessId: "main", subProcessName: "语音通知", classification: 1 as const };
  const nobody = { talkings: [], limit: own.repeats };
  const body: FlowBody = {
    nodes: [{ subProcess: { ...canvas, flow: { nodes, edges: [], groups: [] } } }],
    qaNodes: [],
    globals: { unknown: nobody, timeout: nobody },
    collectVariable: [
      ...variables,
      result("通知结果", noticeResult.result, "text", noticeWords.cut),
      result("已确认", noticeResult.confirmed, "boolean", "false"),
      result("可重拨", noticeResult.again, "boolean", String(isAsked)),
      result("谢绝来电", "refused", "boolean", "false"),
    ],
    removeIds: { talkIds: [], wordIds: [], nodeIds: [] },
    variableFormConf: {},
    variableForm: "",
  };
  const voice = template.tts === "" ? null : (JSON.parse(template.tts) as FlowVoice);
  return compile({ flowId, versionId, flowType: flowTypes.notification, body, voice });
}
