/** What stands in nodes: properties, wordings, intents, and whatever they refer to. */
import type { Talking } from "../flow.ts";
import type { Reference, ReferenceKind } from "../node-type.ts";
import { own } from "../values.ts";
import { isFor } from "../wording.ts";
import { configFaults } from "../read/node-config.ts";
import type { Finding, Listener, Surroundings } from "./finding.ts";
import type { Graph, Place } from "./graph.ts";
import { globalHearings, ofFlow, ofNode } from "./of.ts";

const words: Readonly<Record<ReferenceKind, string>> = {
  voice: "语音",
  skillGroup: "技能组",
  dispatchQueue: "调度队列",
  seat: "坐席",
  extension: "分机",
  timeRule: "时间规则",
  interface: "接口",
  smsTemplate: "短信模板",
  flow: "流程",
  knowledgeClass: "知识分类",
  knowledge: "知识问题",
  intent: "意图",
  form: "表单",
  lookUpTable: "查找表",
  sharedPrompt: "共享话术",
  subProcess: "子流程",
  sharedFlow: "公共子流程",
};

const all = ({ canvases }: Graph): readonly Place[] => canvases.flatMap(({ places }) => places);

/** Properties by their schema, then what the type finds itself. */
export const properties = (graph: Graph): readonly Finding[] =>
  all(graph).flatMap((place) => {
    const { type, node, config } = place;
    const wrong = configFaults(node.nodeType, node.config);
    const faults = type.faults?.(config, node) ?? [];
    return [
      ...wrong.map(({ path, text }) => ofNode(place, "config", `${text}（${path}）`)),
      ...faults.map(({ rule, text, severity }) => ofNode(place, rule, text, severity ?? "error")),
    ];
  });

type Around = Pick<Surroundings, "voices" | "existing">;

/** What is wrong with one wording: by its rule. */
function wordingFaults(
  { playType, text, audios, promptId = "" }: Talking,
  { voices, existing }: Around,
): readonly (readonly [rule: string, text: string])[] {
  if (playType === "tts") return text.trim() === "" ? [["wording", "没有文字"]] : [];
  if (playType === "prompt") {
    if (promptId === "") return [["wording", "没有选择共享话术"]];
    return own(existing.sharedPrompt, promptId) ? [] : [["reference", "的共享话术不存在"]];
  }
  if (audios.length === 0) return [["wording", "没有录音"]];
  return audios.flatMap((id) => (own(voices, id) ? [] : [["reference", "的语音不存在"] as const]));
}

/** What is wrong with wordings, whoever says them. */
const talkingFaults = (
  talkings: readonly Talking[],
  { voices, existing }: Around,
): readonly (readonly [rule: string, text: string])[] =>
  talkings.flatMap((talking, at) => [
    ...wordingFaults(talking, { voices, existing }).map(([rule, text]) => [rule, `第${at + 1}条话术${text}`] as const),
    ...(talking.playType === "audio" ? talking.audios : []).flatMap((id) => {
      const voice = own(voices, id);
      return !voice || voice.converted ? [] : [["converted", `语音“${voice.name}”还没有转换完成`] as const];
    }),
  ]);

const isSpoken = ({ playType }: Talking): boolean => playType === "tts";
const unspoken = "用到语音合成，但没有分配合成引擎";

/** Speech that only interrupts (播放语音) needs no words. */
function unheard(place: Place, listens: Listener): readonly Finding[] {
  if (listens === "off") return [ofNode(place, "engine", "用到语音识别，但分配的识别引擎都已停用")];
  return listens === "phrases" && place.type.needsRobot
    ? [ofNode(place, "engine", "用到语音识别，但没有分配识别引擎，内置短语识别听不懂真人讲话", "warning")]
    : [];
}

export function wordings(graph: Graph, around: Surroundings): readonly Finding[] {
  const { engines, self } = around;
  const hearings = globalHearings(graph.body, self);
  return [
    ...all(graph).flatMap((place) => {
      const { node, type, config } = place;
      return [
        ...(type.speaks === "must" && !node.talkings.some(isFor(undefined))
          ? [ofNode(place, "wording", "没有话术", type.type === "play" ? "error" : "warning")]
          : []),
        ...talkingFaults(node.talkings, around).map(([rule, text]) => ofNode(place, rule, text)),
        ...(type.asks || node.talkings.every(isFor(undefined))
          ? []
          : [ofNode(place, "wording", "“未听懂”和“超时”的话术只用于向客户提问的节点，不会播放", "warning")]),
        ...(node.talkings.some(isSpoken) && !engines.speaks ? [ofNode(place, "engine", unspoken)] : []),
        ...(type.listens?.(config) ? unheard(place, engines.listens) : []),
      ];
    }),
    ...hearings.flatMap(({ name, talkings }) =>
      talkingFaults(talkings, around).map(([rule, text]) => ofFlow(rule, `${name}：${text}`)),
    ),
    ...(!engines.speaks && hearings.some(({ talkings }) => talkings.some(isSpoken))
      ? [ofFlow("engine", `“未听懂”和“超时”的话术${unspoken}`)]
      : []),
  ];
}

function missing(
  graph: Graph,
  { existing, voices, intents }: Surroundings,
  { kind, id }: Reference,
): string | undefined {
  // Shared ones have a rule of their own, which knows their versions.
  if (id === "" || kind === "sharedFlow") return undefined;
  if (kind === "subProcess") return graph.byId.has(id) ? undefined : "子流程不存在";
  if (kind === "voice") return own(voices, id) ? undefined : "语音不存在";
  if (kind === "intent") return own(intents, id) ? undefined : "意图不存在";
  const found = own(existing[kind], id);
  if (!found) return `${words[kind]}不存在`;
  return found.enabled ? undefined : `${words[kind]}“${found.name}”已停用`;
}

export function references(graph: Graph, surroundings: Surroundings): readonly Finding[] {
  const { variableForm, qaNodes } = graph.body;
  const { existing, formFault } = surroundings;
  const form =
    missing(graph, surroundings, { kind: "form", id: variableForm }) ??
    (formFault && `表单“${own(existing.form, variableForm)?.name ?? ""}”${formFault}`);
  return [
    ...all(graph).flatMap((place) =>
      (place.type.references?.(place.config) ?? []).flatMap((reference) => {
        const text = missing(graph, surroundings, reference);
        return text === undefined ? [] : [ofNode(place, "reference", text)];
      }),
    ),
    ...(form === undefined ? [] : [ofFlow("reference", `写入变量的${form}`)]),
    ...qaNodes.flatMap(({ subProcessId, dictionariesId }) => {
      const canvas = graph.byId.get(subProcessId);
      const intent = own(surroundings.intents, dictionariesId);
      return [
        ...(canvas?.sub.classification === 3 ? [] : [ofFlow("reference", `问答画布“${subProcessId}”不存在`)]),
        ...(intent ? [] : [ofFlow("intent", `问答画布“${canvas?.sub.subProcessName ?? subProcessId}”的意图不存在`)]),
      ];
    }),
  ];
}

/** Columns that are read, of tables that are there. */
export const columns = (graph: Graph, { columns: known = {}, existing }: Surroundings): readonly Finding[] =>
  all(graph).flatMap((place) =>
    (place.type.columns?.(place.config) ?? []).flatMap(({ tableId, column }) => {
      const there = own(known, tableId);
      if (!there || column === "" || there.includes(column)) return [];
      const name = own(existing.lookUpTable, tableId)?.name ?? "";
      return [ofNode(place, "reference", `查找表“${name}”没有列“${column}”`)];
    }),
  );

/** Intents are there and not empty; no sentence stands in two branches of one node. */
export const intents = (graph: Graph, { intents: known }: Surroundings): readonly Finding[] =>
  all(graph).flatMap((place) => {
    const branches = place.exits.filter(({ intent }) => intent);
    const samples = new Map<string, string>();
    return branches.flatMap(({ id, name }) => {
      const intentId = place.node.branch.find((branch) => branch.id === id)?.dictionariesId ?? "";
      if (intentId === "") return [ofNode(place, "intent", `分支“${name}”没有选择意图`)];
      const intent = own(known, intentId);
      if (!intent) return [ofNode(place, "intent", `分支“${name}”的意图不存在`)];
      if (intent.samples.length + intent.rules === 0)
        return [ofNode(place, "intent", `意图“${intent.name}”没有关键词、正则和例句`)];
      const shared = intent.samples.flatMap((sample) => {
        const other = samples.get(sample.trim());
        samples.set(sample.trim(), name);
        return other === undefined || other === name
          ? []
          : [ofNode(place, "samples", `例句“${sample}”同时属于分支“${other}”和“${name}”`)];
      });
      return shared;
    });
  });
