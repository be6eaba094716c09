/** What of a CEL expression can be seen to be wrong without the server: quotes, brackets, names. */
import type { Pairs } from "@liantai/ui/board";

const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const words = new Set(
  "true false null in size has matches contains startsWith endsWith int uint double string bool timestamp duration type dyn bytes".split(
    " ",
  ),
);

/** The same length, with what stands in quotes blanked; undefined: a quote is open. */
function unquoted(text: string): string | undefined {
  let [quote, made] = ["", ""];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (quote === "") {
      if (sign === '"' || sign === "'") quote = sign;
      made += quote === "" ? sign : " ";
    } else {
      if (sign === "\\") {
        at++;
        made += " ";
      } else if (sign === quote) quote = "";
      made += " ";
    }
  }
  return quote === "" ? made : undefined;
}

export function expressionFault(text: string, known: Pairs): string | undefined {
  if (text.trim() === "") return undefined;
  const bare = unquoted(text);
  if (bare === undefined) return "引号没有成对";
  const open: string[] = [];
  for (const sign of bare)
    if ("([{".includes(sign)) open.push(sign);
    else if (sign in pairs && open.pop() !== pairs[sign]) return "括号没有成对";
  if (open.length > 0) return "括号没有成对";
  if (/(^|[^=!<>])=([^=]|$)/.test(bare)) return "比较相等用 ==";
  const names = new Set(known.map(([vName]) => vName));
  const unknown = Array.from(bare.matchAll(/(?<![\w.])[A-Za-z_]\w*/g), ([name]) => name).filter(
    (name) => !names.has(name) && !words.has(name) && name !== "formData" && name !== "customer",
  );
  return unknown.length === 0 ? undefined : `没有变量${[...new Set(unknown)].join("、")}`;
}
