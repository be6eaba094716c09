/** A stored call as a flow test: what the caller did, how the world was, and that it goes the same way again. */
import type { Expectation, InterfaceReply, TestOverrides, TestStep } from "../flow-test/types.ts";
import type { Value, Values } from "../session.ts";
import { ownName } from "../shared/names.ts";
import { textAt } from "../answers.ts";
import { stepOf } from "./rerun.ts";
import type { Asked, Doing, Followed, ReplayTest, StoredPart } from "./types.ts";

/** Of a test. */
const most = { steps: 100, expect: 40 } as const;
const star = "***";

/** Keys that follow each other are one step. */
function stepsOf(doings: readonly Doing[]): readonly TestStep[] {
  const steps: TestStep[] = [];
  for (const doing of doings) {
    const last = steps.at(-1);
    const step = stepOf(doing.hidden && doing.does === "say" ? { ...doing, value: star } : doing);
    if (doing.joined && step.do === "keys" && last?.do === "keys" && !step.early && last.value.length < 50)
      steps[steps.length - 1] = { ...last, value: last.value + step.value };
    else steps.push(step);
  }
  return steps.slice(0, most.steps);
}

type OfKind<W extends Asked["ask"]["what"]> = Asked & { readonly ask: Extract<Asked["ask"], { readonly what: W }> };
const ofKind = <W extends Asked["ask"]["what"]>(asked: readonly Asked[], what: W): readonly OfKind<W>[] =>
  asked.filter((each): each is OfKind<W> => each.ask.what === what);

const given = <K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: T });

function interfaceReply({ answer, secret }: Asked): InterfaceReply {
  if (answer?.["ok"] !== true) return { ok: false, class: answer?.["class"] === "timeout" ? "timeout" : "failed" };
  const values = (answer["values"] ?? {}) as Values;
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Value] => [name, secret ? star : value]),
  );
  return { ok: true, ...(typeof answer["status"] === "number" ? { status: answer["status"] } : {}), values: shown };
}

function worldOf(asked: readonly Asked[]): TestOverrides {
  const rules = ofKind(asked, "timeRule");
  const area = ofKind(asked, "area").at(-1)?.answer;
  const blacklist = ofKind(asked, "blacklist");
  const replies = ofKind(asked, "interface").map((each) => [each.ask.interfaceId, interfaceReply(each)] as const);
  const known = ofKind(asked, "knowledge").flatMap(({ ask, answer }) => {
    const says = (answer?.["says"] ?? []) as readonly { readonly text?: string }[];
    const text = says.map((said) => said.text ?? "").join("");
    return text === "" ? [] : [[ask.questionId || ask.text || ask.classId, text] as const];
  });
  const extensions = ofKind(asked, "extension").flatMap(({ ask, answer }) => {
    const agentId = textAt(answer ?? {}, "agentId");
    return agentId === "" ? [] : [[ask.number, agentId] as const];
  });
  const lastAgent = textAt(ofKind(asked, "lastAgent").at(-1)?.answer ?? {}, "agentId");
  return {
    ...given(
      "timeRules",
      rules.length === 0 ? undefined : rules.map(({ answer }) => textAt(answer ?? {}, "id")).filter(Boolean),
    ),
    ...given("area", area && { province: textAt(area, "province"), city: textAt(area, "city") }),
    ...given(
      "blacklisted",
      blacklist.length === 0 ? undefined : blacklist.some(({ answer }) => answer?.["contained"] === true),
    ),
    ...given("interfaces", replies.length === 0 ? undefined : Object.fromEntries(replies)),
    ...given("knowledge", known.length === 0 ? undefined : Object.fromEntries(known)),
    ...given("extensions", extensions.length === 0 ? undefined : Object.fromEntries(extensions)),
    ...given("lastAgent", lastAgent || undefined),
    ...given("smsFails", ofKind(asked, "sms").some(({ answer }) => answer?.["ok"] !== true) || undefined),
  };
}

/** mask: a number as whoever reads tests may see it. */
export function testOf(part: StoredPart, base: Followed, mask: (text: string) => string): ReplayTest {
  const begin = part.inputs[0]?.event;
  const { now, callId: _, ...vars } = begin?.type === "begin" ? begin.vars : {};
  const masked = Object.fromEntries(
    Object.entries(vars)
      .filter(([, value]) => value !== "")
      .map(([name, value]): [string, Value] => [name, typeof value === "string" ? mask(value) : value]),
  );
  const { transfers, messageSeconds, visits, target, result } = base;
  // Of a shared sub-process by the node alone: its next version has the node, too.
  const nodes = [...new Set(visits.map(({ nodeId }) => ownName(nodeId)))].slice(0, most.expect);
  const expect: readonly Expectation[] = [
    ...nodes.map((value): Expectation => ({ what: "node", value })),
    ...(target === "" ? [] : [{ what: "target", value: mask(target) } as const]),
    // The queue of a test is answered at once.
    ...(base.gaveUp ? [] : [{ what: "result", value: result } as const]),
  ];
  return {
    steps: stepsOf(base.doings),
    overrides: {
      ...given("now", typeof now === "string" && now !== "" ? now : undefined),
      vars: masked,
      ...worldOf(base.asked),
      ...given(
        "transfers",
        Object.keys(transfers).length === 0 ? undefined : (transfers as TestOverrides["transfers"] & object),
      ),
      ...given("messageSeconds", messageSeconds),
      ...given("draw", part.began?.seed),
    },
    expect,
  };
}
