import { cheapRules, rulesOf, type RuleSheet } from "./cheap-rules.ts";

test("rules are told apart by their braces, not by those in their strings", () => {
  expect(
    rulesOf(`.a{content:"}";}.a:hover{color:red;}@media (hover: hover){.a{b:c;}.d{e:f;}}.g::before{content:'\\'{';}`),
  ).toEqual([
    `.a{content:"}";}`,
    ".a:hover{color:red;}",
    "@media (hover: hover){.a{b:c;}.d{e:f;}}",
    `.g::before{content:'\\'{';}`,
  ]);
  expect(rulesOf("")).toEqual([]);
});

/** Emotion's sheet over style elements that keep texts: jsdom has no layers. */
function sheet(isSpeedy = true) {
  const tags: { isConnected: boolean; rules: unknown[]; sheet: Pick<CSSStyleSheet, "cssRules"> }[] = [];
  const made: RuleSheet = {
    isSpeedy,
    ctr: 0,
    tags,
    insert(rule) {
      if (made.ctr === 0) {
        const rules: unknown[] = [];
        tags.push({ isConnected: true, rules, sheet: { cssRules: rules as never } });
      }
      made.ctr += 1;
      const empty = /^@layer (\w+)\{\}$/.exec(rule);
      const within: string[] = [];
      const block = {
        layer: empty?.[1],
        cssRules: within,
        insertRule: (text: string, at: number) => {
          if (text.includes("::-moz")) throw new SyntaxError(text);
          within.splice(at, 0, text);
        },
      };
      tags.at(-1)!.rules.push(empty ? block : rule);
    },
  };
  cheapRules(made);
  const told = (rule: unknown) =>
    typeof rule === "string"
      ? rule
      : (({ layer, cssRules }) => [layer, ...cssRules])(rule as { layer: string; cssRules: [] });
  return { made, tags, rules: () => tags.map(({ rules }) => rules.map(told)) };
}

test("rules of a layer join its one block, an at-rule gets a sheet of its own, and what one class says keeps its order", () => {
  const { made, rules } = sheet();
  made.insert(".a{color:red;}");
  made.insert("@layer recipes{.a{display:flex;}.a::-moz-x{b:c;}.a:hover{d:e;}}");
  made.insert("@layer recipes{.f{g:h;}@media print{.f{i:j;}}.f:hover{k:l;}}");
  made.insert(".m{n:o;}");
  made.insert("@keyframes p{from{q:r;}}");
  expect(rules()).toEqual([
    [".a{color:red;}"],
    [["recipes", ".a{display:flex;}", ".a:hover{d:e;}", ".f{g:h;}"]],
    ["@layer recipes{@media print{.f{i:j;}}.f:hover{k:l;}}", ".m{n:o;}"],
    ["@keyframes p{from{q:r;}}"],
  ]);
});

test("a block whose style element is gone is made again; where each rule has an element of its own nothing is changed", () => {
  const { made, tags, rules } = sheet();
  made.insert("@layer recipes{.a{b:c;}}");
  tags[0]!.isConnected = false;
  made.insert("@layer recipes{.d{e:f;}}");
  expect(rules()).toEqual([[["recipes", ".a{b:c;}"]], [["recipes", ".d{e:f;}"]]]);
  const slow = sheet(false);
  slow.made.insert("@layer recipes{.a{b:c;}}");
  expect(slow.rules()).toEqual([["@layer recipes{.a{b:c;}}"]]);
});
