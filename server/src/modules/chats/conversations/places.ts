/** Where a flow stands, as its visitor meets it: which keys its question has, and whether it waits for him. */
import type { ChatKey } from "@liantai/api/contract/im";
import { own, type FlowState, type Program, type ProgramNode, type Prompts } from "@liantai/api/flows";

/** Take digits. */
const keyTypes: ReadonlySet<string> = new Set(["keyNav", "keyCollect", "satisfaction", "extensionRoute"]);
/** Their timers run for the visitor, who types slower than he would speak. */
const askingTypes: ReadonlySet<string> = new Set([...keyTypes, "speech", "knowledge"]);

/** So many times as long as a caller a visitor has, within these bounds (J4). */
const slower = { times: 24, leastMs: 60_000, mostMs: 10 * 60_000 };

interface Config {
  readonly keys?: readonly string[];
  readonly repeatKey?: string;
  readonly backKey?: string;
  readonly scale?: readonly ChatKey[];
  readonly reasons?: readonly ChatKey[];
  readonly branches?: readonly ChatKey[];
}

type At = Pick<FlowState, "frames">;

const canvasAt = ({ subs }: Program, { frames }: At) => own(subs, frames.at(-1)?.sub ?? "");

export const nodeAt = (program: Program, state: At): ProgramNode | undefined =>
  own(canvasAt(program, state)?.nodes, state.frames.at(-1)?.node ?? "");

export const isKeyNode = (node: ProgramNode | undefined): boolean => node !== undefined && keyTypes.has(node.type);

export const stretched = (node: ProgramNode | undefined, ms: number): number =>
  node !== undefined && askingTypes.has(node.type)
    ? Math.min(Math.max(ms * slower.times, slower.leastMs), slower.mostMs)
    : ms;

const plain = ({ key, name }: ChatKey): ChatKey => ({ key, name });

/** 查账单请按1; 按1查账单; 英文请按 2 键. */
const before = /([^\s，。；、：！？,.;:!?]{1,12}?)(?:请|可)?按\s*([0-9*#])/gu;
const behind = /按\s*([0-9*#])\s*键?\s*([^\s，。；、：！？,.;:!?\d]{1,12})/gu;
/** Not what a key is for. */
const filler = /^(?:请|可|您可以|如需|如果|或者?|也可|直接)?$/;

/** What the words of a question say of its keys. */
function namesSaid(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const put = (key = "", said = ""): void => {
    const name = said.replace(/^(?:如需|需要|如果|咨询的?)/, "");
    if (!filler.test(name) && !names.has(key)) names.set(key, name);
  };
  for (const [, name, key] of text.matchAll(before)) put(key, name);
  for (const [, key, name] of text.matchAll(behind)) put(key, name);
  return names;
}

const wordsOf = ({ talkings }: ProgramNode, prompts: Prompts): string =>
  talkings
    .map(({ playType, text, promptId }) =>
      playType === "prompt" ? (own(prompts, promptId ?? "")?.[0]?.text ?? "") : playType === "tts" ? text : "",
    )
    .join("");

/** The node that a key of a menu leads to is called so; '': it leads nowhere. */
const leadsTo = (program: Program, state: At, node: ProgramNode, key: string): string =>
  own(canvasAt(program, state)?.nodes, own(node.exits, `key-${key}`) ?? "")?.name ?? "";

/** Of a menu, by what its words say of each key, else by the node that it leads to. */
function menuKeys(
  program: Program,
  state: Pick<FlowState, "frames" | "prompts">,
  node: ProgramNode,
  { keys = [], repeatKey, backKey }: Config,
): ChatKey[] {
  const said = namesSaid(wordsOf(node, state.prompts ?? {}));
  return [
    ...keys.map((key) => ({ key, name: said.get(key) || leadsTo(program, state, node, key) || `按${key}` })),
    ...(repeatKey ? [{ key: repeatKey, name: "重听" }] : []),
    ...(backKey ? [{ key: backKey, name: "返回" }] : []),
  ];
}

/** The key that is called exactly so: by its question, or by the node that it leads to. */
export function keyCalled(
  program: Program,
  state: Pick<FlowState, "frames" | "local" | "prompts">,
  text: string,
): string | undefined {
  const keys = keysAt(program, state);
  const named = keys.find(({ key, name }) => key === text || name === text);
  if (named) return named.key;
  const node = nodeAt(program, state);
  return node?.type === "keyNav" && text !== ""
    ? keys.find(({ key }) => leadsTo(program, state, node, key) === text)?.key
    : undefined;
}

/** Keys that the question which stands may be answered with; none: it has none with names. */
export function keysAt(program: Program, state: Pick<FlowState, "frames" | "local" | "prompts">): readonly ChatKey[] {
  const node = nodeAt(program, state);
  if (!node) return [];
  const config = node.config as Config;
  const { local } = state;
  switch (node.type) {
    case "keyNav":
      return menuKeys(program, state, node, config);
    case "satisfaction":
      if (local["stage"] === "mail") return [];
      return ((local["stage"] === "reason" ? config.reasons : config.scale) ?? []).map(plain);
    case "speech":
      return (config.branches ?? []).filter(({ key }) => key !== "").map(plain);
    case "keyCollect":
      return (local["confirming"] ?? "") === ""
        ? []
        : [
            { key: "1", name: "确认" },
            { key: "2", name: "重新输入" },
          ];
    default:
      return [];
  }
}

/** What the flow waits for: a sentence (id of the effect), keys, or nothing that a visitor could type. */
export function waitsFor(
  program: Program,
  { state }: { readonly state: FlowState },
): { readonly listen?: string; readonly keys?: true } {
  if (state.over || state.hungUp) return {};
  const listen = Object.entries(state.open).find(([, kind]) => kind === "listen");
  if (listen) return { listen: listen[0] };
  const kinds = Object.values(state.open);
  const busy = kinds.some((kind) => kind !== "timer" && kind !== "play");
  return !busy && kinds.includes("timer") && isKeyNode(nodeAt(program, state)) ? { keys: true } : {};
}

/** Whether what is typed now is taken. */
export const waits = (program: Program, of: { readonly state: FlowState }): boolean => {
  const { listen, keys } = waitsFor(program, of);
  return listen !== undefined || keys === true;
};

/** What is typed here is nobody's to read. */
export const isSecret = (program: Program, state: At): boolean => nodeAt(program, state)?.sensitive === true;
