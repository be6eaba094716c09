/**
 * A rule that joins a style sheet has the elements styled anew that it fits. An at-rule that does so has every element of the page
 * styled and laid out anew: the browser orders the layers again, and with them the fonts. 14 to 19 ms for a thousand elements, each time
 * something is drawn for the first time. It is 0.5 when the layer's rules join the block of their layer one by one, or when the
 * at-rule comes in a sheet of its own behind the others.
 */

/** What a style sheet's text consists of: rules, each with its braces and all that is in them. */
export function rulesOf(text: string): readonly string[] {
  const rules: string[] = [];
  let [from, depth, quote] = [0, 0, ""];
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i]!;
    if (sign === "\\") i += 1;
    else if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "{") depth += 1;
    else if (sign === "}" && (depth -= 1) === 0) {
      rules.push(text.slice(from, i + 1));
      from = i + 1;
    }
  }
  return rules;
}

/** Of Emotion's sheet what this needs. */
export interface RuleSheet {
  readonly isSpeedy: boolean;
  /** Rules of the newest style element: where there is none yet, Emotion makes another one. */
  ctr: number;
  readonly tags: readonly { readonly isConnected: boolean; readonly sheet: Pick<CSSStyleSheet, "cssRules"> | null }[];
  insert(rule: string): void;
}

type Block = Pick<CSSGroupingRule, "cssRules" | "insertRule">;

const layered = /^@layer ([\w-]+)\{(.*)\}$/s;
const isAt = (rule: string) => rule.startsWith("@");

/**
 * Has the sheet's at-rules come cheaply. What one class says keeps its order: from its first at-rule on, all of it comes in the sheet
 * of its own.
 */
export function cheapRules(sheet: RuleSheet): void {
  // One rule an element, as while developing, is such a sheet already.
  if (!sheet.isSpeedy) return;
  const insert = sheet.insert.bind(sheet);
  const apart = (rule: string) => {
    sheet.ctr = 0;
    insert(rule);
  };
  const blocks = new Map<string, { readonly tag: { readonly isConnected: boolean }; readonly block: Block }>();
  const blockOf = (layer: string): Block | undefined => {
    const known = blocks.get(layer);
    if (known?.tag.isConnected) return known.block;
    apart(`@layer ${layer}{}`);
    const tag = sheet.tags.at(-1);
    const block = tag?.sheet?.cssRules[0];
    if (!tag || !block || !("insertRule" in block)) return undefined;
    blocks.set(layer, { tag, block: block as CSSGroupingRule });
    return block as CSSGroupingRule;
  };
  sheet.insert = (rule) => {
    if (!isAt(rule)) return insert(rule);
    const [, layer, text] = layered.exec(rule) ?? [];
    const block = layer && blockOf(layer);
    if (!block || text === undefined) return apart(rule);
    const rules = rulesOf(text);
    const first = rules.findIndex(isAt);
    for (const one of first < 0 ? rules : rules.slice(0, first))
      try {
        block.insertRule(one, block.cssRules.length);
      } catch {
        // A selector of another browser: in a whole block this one passes it over as well.
      }
    if (first >= 0) apart(`@layer ${layer}{${rules.slice(first).join("")}}`);
  };
}
