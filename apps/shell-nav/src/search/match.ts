/** Which screens a typed text means: by title, by the first letters of its pinyin, by path, by the groups it stands in. Pure. */
import type { MenuLeaf, MenuNode } from "../workspace/menu-model.ts";

export interface Entry {
  readonly leaf: MenuLeaf;
  /** 呼叫中心 / 坐席; '' at the top. */
  readonly trail: string;
}

/** The tree's screens in its order. */
export const entriesOf = (nodes: readonly MenuNode[], trail = ""): readonly Entry[] =>
  nodes.flatMap((node) =>
    node.kind === "group"
      ? entriesOf(node.children, trail ? `${trail} / ${node.name}` : node.name)
      : node.kind === "leaf"
        ? [{ leaf: node, trail }]
        : [],
  );

const letters = "abcdefghjklmnopqrstwxyz";
/** The first characters of each letter's run in the pinyin order of Unicode's Chinese collation. */
const firsts = [..."阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他哇夕丫帀"];
const order = new Intl.Collator("zh-Hans-CN-u-co-pinyin");

/** The first letters of the pinyin, as people type them: 坐席管理 is zxgl. Of a character with several readings the commonest. */
export const initials = (text: string): string =>
  [...text]
    .map((char) => {
      if (!/\p{Script=Han}/u.test(char)) return char.toLowerCase();
      const at = firsts.findLastIndex((first) => order.compare(first, char) <= 0);
      return letters[at] ?? "";
    })
    .join("");

/** Better is higher; 0: it is not meant. */
function score({ leaf, trail }: Entry, text: string): number {
  const title = leaf.name.toLowerCase();
  const short = initials(leaf.name);
  if (title.startsWith(text)) return 6;
  if (short.startsWith(text)) return 5;
  if (title.includes(text)) return 4;
  if (short.includes(text)) return 3;
  if (leaf.request.to.toLowerCase().includes(text)) return 2;
  return trail.includes(text) ? 1 : 0;
}

/** Best first; among equals the menu's order. Nothing typed: everything. */
export function search(entries: readonly Entry[], typed: string): readonly Entry[] {
  const text = typed.trim().toLowerCase();
  if (text === "") return entries;
  return entries
    .map((entry) => ({ entry, score: score(entry, text) }))
    .filter((found) => found.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}
