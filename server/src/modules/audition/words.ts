/** Words and panels of an audition. */
import { fill, type Said } from "@liantai/api/flows";

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

/** Which rule led where, with its scores where there are some. */
export const ruleText = (data: Readonly<Record<string, unknown>>): string =>
  Object.entries(data)
    .map(
      ([name, value]) =>
        `${ruleWords[name] ?? name}：${typeof value === "object" ? JSON.stringify(value) : String(value)}`,
    )
    .join("，");
const ruleWords: Readonly<Record<string, string>> = {
  exit: "出口",
  type: "类型",
  visits: "第几次",
  score: "得分",
  key: "按键",
  class: "异常",
};
