/** What a flow knows, on its way with it into a ZIP and out of one: intents with their rules, questions, classes by their path. */
import { array, number, object, string, type InferType, type Schema } from "yup";
import { AppError } from "@liantai/api/contract";
import {
  classDepth,
  mostClasses,
  ruleKinds,
  understandingLimits,
  type RuleKind,
} from "@liantai/api/contract/flow-editor";
import type { Random } from "../../ports/clock.ts";
import type { Trx } from "../../ports/database.ts";
import type { BroughtThing, CarriedThing, FlowNeighbour } from "../flows/index.ts";
import {
  allClasses,
  classesBelow,
  classStore,
  countClasses,
  lockClasses,
  type ClassRow,
} from "./classes/repository.ts";
import { countQuestions, questionsOf, questionStore, type QuestionRow } from "./inner/repository.ts";
import { findIntent, intentStore, lockIntents } from "./intents/repository.ts";
import { roomFor } from "./intents/service.ts";
import { compilePattern } from "./patterns.ts";
import { rulesNamed, rulesOf, ruleStore } from "./rules/repository.ts";

const { keyword, keywords, rules, sample, samples, question, similar, answer, pattern, allSamples } =
  understandingLimits;
const texts = (each: number, most: number) =>
  array()
    .of(string().strict().trim().required().max(each))
    .max(most)
    .required()
    .test("distinct", "有重复", (list) => new Set(list).size === list.length);
const flag = () =>
  number()
    .oneOf([0, 1] as const)
    .required();
/** From the top. */
const path = () => array().of(string().required().max(30)).max(classDepth).required();

const contents = {
  intent: object({
    classes: path(),
    priority: number().integer().min(0).max(999).required(),
    threshold: number().min(0).max(1).nullable().defined(),
    keywords: texts(keyword, keywords),
    samples: texts(sample, samples),
    remark: string().defined().max(200),
    rules: array()
      .of(
        object({
          name: string().required().max(30),
          pattern: string().required().max(pattern),
          kind: string<RuleKind>()
            .oneOf(Object.keys(ruleKinds) as RuleKind[])
            .required(),
          remark: string().defined().max(200),
          enabled: flag(),
        }).noUnknown(),
      )
      .max(rules)
      .required(),
  }).noUnknown(),
  knowledge: object({
    classes: path().min(1),
    similar: texts(question, similar),
    answer: string().defined().max(answer),
    /** '': the answer is spoken from its text. */
    voiceId: string().defined().max(64),
    enabled: flag(),
  }).noUnknown(),
  knowledgeClass: object({ classes: path().min(1) }).noUnknown(),
} as const;
type Kind = keyof typeof contents;
type Content<K extends Kind> = InferType<(typeof contents)[K]>;
const isKind = (kind: string): kind is Kind => Object.hasOwn(contents, kind);

/** Names of a class and of those above it, from the top. */
function pathOf(classes: ReadonlyMap<string, ClassRow>, id: string | null): string[] {
  const found: string[] = [];
  for (let at = classes.get(id ?? ""); at && found.length < classDepth; at = classes.get(at.parentId ?? ""))
    found.unshift(at.name);
  return found;
}

async function intentThing(
  trx: Trx,
  compId: string,
  id: string,
  classes: ReadonlyMap<string, ClassRow>,
): Promise<readonly CarriedThing[]> {
  const row = await findIntent(trx, compId, id);
  if (!row) return [];
  const known = new Map((await rulesOf(trx, compId, row.ruleIds)).map((rule) => [rule.id, rule]));
  const content: Content<"intent"> = {
    classes: pathOf(classes, row.classId),
    priority: row.priority,
    threshold: row.threshold === null ? null : Math.round(row.threshold * 100) / 100,
    keywords: [...row.keywords],
    samples: [...row.samples],
    remark: row.remark,
    rules: row.ruleIds.flatMap((ruleId) => {
      const rule = known.get(ruleId);
      if (!rule) return [];
      const { name, pattern, kind, remark, enabled } = rule;
      return [{ name, pattern, kind: kind as RuleKind, remark, enabled: enabled === 1 ? (1 as const) : (0 as const) }];
    }),
  };
  return [{ kind: "intent", id, name: row.name, content, voices: [] }];
}

const questionThing = (row: QuestionRow, classes: ReadonlyMap<string, ClassRow>): CarriedThing => {
  const content: Content<"knowledge"> = {
    classes: pathOf(classes, row.classId),
    similar: [...row.similar],
    answer: row.answer,
    voiceId: row.voiceId ?? "",
    enabled: row.enabled === 1 ? 1 : 0,
  };
  return { kind: "knowledge", id: row.id, name: row.question, content, voices: row.voiceId ? [row.voiceId] : [] };
};

/** A class brings its enabled questions, and those of the classes below it. */
async function carry(
  trx: Trx,
  compId: string,
  named: readonly { readonly kind: string; readonly id: string }[],
): Promise<readonly CarriedThing[]> {
  const ids = (kind: Kind) => [...new Set(named.filter((one) => one.kind === kind).map(({ id }) => id))];
  const classes = new Map((await allClasses(trx, compId)).map((row) => [row.id, row]));
  const intents: CarriedThing[] = [];
  for (const id of ids("intent")) intents.push(...(await intentThing(trx, compId, id, classes)));
  const classIds = ids("knowledgeClass").filter((id) => classes.get(id)?.kind === 1);
  const whole = new Set<string>();
  for (const id of classIds) for (const below of await classesBelow(trx, compId, id)) whole.add(below);
  const asked = new Set(ids("knowledge"));
  const questions = (asked.size > 0 || whole.size > 0 ? await questionsOf(trx, compId) : []).filter(
    ({ id, classId }) => asked.has(id) || whole.has(classId),
  );
  const classThings = classIds.map((id): CarriedThing => {
    const content: Content<"knowledgeClass"> = { classes: pathOf(classes, id) };
    return { kind: "knowledgeClass", id, name: classes.get(id)!.name, content, voices: [] };
  });
  // By what they are called: ids differ from one enterprise to another.
  const byName = (list: readonly CarriedThing[]) =>
    list.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return [...byName(intents), ...byName(classThings), ...byName(questions.map((row) => questionThing(row, classes)))];
}

/** Why this is nothing that may come in; undefined: it may. */
function fault({ kind, name, content }: Pick<CarriedThing, "kind" | "name" | "content">): string | undefined {
  if (!isKind(kind) || name.length === 0) return "类型有误";
  if (name.length > (kind === "knowledge" ? question : 30)) return "名称过长";
  try {
    const schema: Schema = contents[kind];
    schema.validateSync(content, { strict: true });
  } catch (error) {
    return (error as Error).message;
  }
  if (kind === "knowledge") {
    const { answer: said, voiceId } = content as Content<"knowledge">;
    return said === "" && voiceId === "" ? "没有答案" : undefined;
  }
  if (kind !== "intent") return undefined;
  for (const rule of (content as Content<"intent">).rules) {
    const { fault: wrong } = compilePattern(rule.pattern);
    if (wrong !== undefined) return `正则“${rule.name}”：${wrong}`;
  }
  return undefined;
}

interface Bringing {
  readonly trx: Trx;
  readonly compId: string;
  readonly at: Date;
  readonly random: Pick<Random, "id">;
  readonly made: BroughtThing[];
}

/** The class at this path; what is missing of it is made. own: the id of the last one, where it is made; '': any. */
async function classAt(b: Bringing, kind: 1 | 2, names: readonly string[], own = ""): Promise<string | null> {
  await lockClasses(b.trx, b.compId);
  let at: string | null = null;
  for (const [level, name] of names.entries()) {
    const all: readonly ClassRow[] = await allClasses(b.trx, b.compId);
    const found = all.find((row) => row.kind === kind && row.parentId === at && row.name === name);
    if (found) {
      at = found.id;
      continue;
    }
    if ((await countClasses(b.trx, b.compId)) >= mostClasses) throw new AppError("refused", `分类最多${mostClasses}个`);
    const id: string = own !== "" && level === names.length - 1 ? own : b.random.id();
    await classStore.insert(b.trx, b.compId, id, { parentId: at, kind, name, sort: 0 });
    b.made.push({ kind: "knowledgeClass", id, name });
    at = id;
  }
  return at;
}

/** Rules that are here under their name and say the same are these; one that says something else gets another name. */
async function ruleIdsFor(b: Bringing, wanted: Content<"intent">["rules"]): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, ...rule } of wanted) {
    const there = await rulesNamed(b.trx, b.compId, name);
    const same = there.find((one) => one.pattern === rule.pattern && one.kind === rule.kind);
    if (same) {
      if (!ids.includes(same.id)) ids.push(same.id);
      continue;
    }
    const taken = new Set(there.map((one) => one.name));
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, 29 - String(number).length)} ${number}`;
    const id = b.random.id();
    await ruleStore(() => b.at).insert(b.trx, b.compId, id, { name: free, ...rule });
    b.made.push({ kind: "regexRule", id, name: free });
    ids.push(id);
  }
  return ids;
}

async function bringIntent(b: Bringing, id: string, name: string, content: Content<"intent">): Promise<void> {
  const { classes, rules: wanted, ...rest } = content;
  await lockIntents(b.trx, b.compId);
  await roomFor(b.trx, b.compId, undefined, rest.samples.length);
  const classId = classes.length === 0 ? null : await classAt(b, 2, classes);
  const ruleIds = await ruleIdsFor(b, wanted);
  await intentStore(() => b.at).insert(b.trx, b.compId, id, { name, classId, ruleIds, ...rest });
  b.made.push({ kind: "intent", id, name });
}

async function bringQuestion(
  b: Bringing,
  id: string,
  name: string,
  { classes, voiceId, ...rest }: Content<"knowledge">,
  voice: (id: string) => string,
): Promise<void> {
  if ((await countQuestions(b.trx, b.compId, undefined)) + rest.similar.length + 1 > allSamples)
    throw new AppError("refused", `内部知识的问法最多${allSamples}条`);
  const classId = (await classAt(b, 1, classes))!;
  const voiceHere = voice(voiceId);
  // Its sound was not in the ZIP, and it has no words: nothing could be said.
  if (rest.answer === "" && voiceHere === "") return;
  const row = { classId, question: name, voiceId: voiceHere === "" ? null : voiceHere, ...rest };
  await questionStore(() => b.at).insert(b.trx, b.compId, id, row);
  b.made.push({ kind: "knowledge", id, name });
}

export const flowLuggage = (
  random: Pick<Random, "id">,
  now: () => number,
  tell: (compId: string) => Promise<void>,
): Required<Pick<FlowNeighbour, "carry" | "bring" | "carriedFault" | "brought">> => ({
  carry,
  carriedFault: fault,
  async bring(trx, compId, things, voice) {
    const b: Bringing = { trx, compId, at: new Date(now()), random, made: [] };
    // Classes first, so that questions find those whose ids the flow names.
    for (const { kind, id, content } of things)
      if (kind === "knowledgeClass") await classAt(b, 1, (content as Content<"knowledgeClass">).classes, id);
    for (const { kind, id, name, content } of things) {
      if (kind === "intent") await bringIntent(b, id, name, content as Content<"intent">);
      if (kind === "knowledge") await bringQuestion(b, id, name, content as Content<"knowledge">, voice);
    }
    return b.made;
  },
  brought: tell,
});
