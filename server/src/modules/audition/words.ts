/** Words and panels of an audition. */
import {
  errorWords,
  fill,
  leftText,
  nodeTypeOf,
  own,
  type FlowNote,
  type Program,
  type ProgramNode,
  type Said,
} from "@liantai/api/flows";

export interface Panel {
  readonly show: 5 | 6;
  readonly hide: 9 | 10;
}

/** Panels of keys, by the node that waits for them: 5 collects, 6 chooses; 9 and 10 take them away. */
export const panels: Readonly<Record<string, Panel>> = {
  keyCollect: { show: 5, hide: 9 },
  extensionRoute: { show: 5, hide: 9 },
  keyNav: { show: 6, hide: 10 },
  satisfaction: { show: 6, hide: 10 },
  speech: { show: 6, hide: 10 },
};

export const wordsOf = (says: readonly Said[]): string =>
  says
    .map((said) =>
      said.kind === "text"
        ? fill(said.text, {})
        : said.kind === "audio"
          ? "【语音】"
          : said.kind === "music"
            ? "【音乐】"
            : "",
    )
    .join("");

const facts: Readonly<Record<string, string>> = {
  exit: "出口",
  type: "类型",
  visits: "第几次",
  score: "得分",
  key: "按键",
  class: "异常",
  found: "找到答案",
  ok: "成功",
  status: "状态码",
  province: "省份",
  city: "城市",
};

/** Of a fact of a note, as people call it. */
function valueText(name: string, value: unknown, node: ProgramNode | undefined): string {
  if (typeof value === "boolean") return value ? "是" : "否";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (name === "type") return nodeTypeOf(text)?.name ?? text;
  if (name === "class") return own(errorWords, text) ?? text;
  if (name !== "exit" || !node) return text;
  return (
    nodeTypeOf(node.type)
      ?.exits(node.config)
      .find(({ id }) => id === text)?.name ?? text
  );
}

/** The call may be elsewhere by then. */
export const nodeIn = ({ subs }: Program, nodeId: string): ProgramNode | undefined =>
  Object.values(subs).flatMap(({ nodes }) => own(nodes, nodeId) ?? [])[0];

/** What happened at a node, or which rule led where, with its scores where there are some. What has no word is nobody's to read. */
export function noteText({ action, content, data = {} }: FlowNote, node: ProgramNode | undefined): string {
  if (content !== undefined) return action === "left" ? leftText(content) : content;
  return Object.entries(data)
    .flatMap(([name, value]) => {
      const word = own(facts, name);
      return word === undefined ? [] : [`${word}：${valueText(name, value, node)}`];
    })
    .join("，");
}
