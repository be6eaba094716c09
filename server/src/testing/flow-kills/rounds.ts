/**
 * A flow that a caller goes round as often as he likes, with what makes a step different from another to a process that dies in it: keys,
 * questions to a system, a sentence, a sub-process, and nodes that are over as soon as they are entered.
 */
import type { FlowBody } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { request } from "./crm.ts";

/** Nodes that wait for something outside: what is in the log is then in it until that comes. */
export const waits: ReadonlySet<string> = new Set(["card", "ask", "told", "helpAsk", "helped", "choose"]);
/** Where he presses. */
export const presses: ReadonlySet<string> = new Set(["card", "choose"]);
const digits = 4;
/** Of a round. */
export const keysARound = digits + 1;

const asks = (interfaceId: string, of: Readonly<Record<string, string>>, vName?: string) => ({
  ...{ interfaceId, timeoutSeconds: 10, request: request({ caller: "${caller}", ...of }) },
  ...(vName === undefined ? {} : { reply: [{ path: vName, vName }] }),
});

/** lost: nobody comes there who is led as he should be. */
export const roundFlow = (interfaceId: string): FlowBody =>
  body(
    [
      node("start", "start", { to: { next: "round" } }),
      node("round", "loop", { config: { limit: 99, vName: "round" }, to: { again: "card", over: "lost" } }),
      node("card", "keyCollect", {
        says: ["请输入四位卡号"],
        config: { vName: "card", min: digits, max: digits, firstSeconds: 60, betweenSeconds: 30 },
        to: { collected: "ask", timeout: "lost", invalid: "lost" },
      }),
      node("ask", "interface", {
        config: asks(interfaceId, { step: "ask${round}", card: "${card}" }, "level"),
        to: { ok: "which", failed: "lost", timeout: "lost" },
      }),
      node("which", "condition", {
        config: { rules: [{ id: "seven", rows: [{ variable: "level", operator: "eq", value: "7级" }] }] },
        to: { seven: "gold", else: "plain" },
      }),
      ...["gold", "plain"].map((grade) =>
        node(grade, "variable", {
          config: { assign: [{ vName: "grade", value: grade }] },
          to: { next: "help", error: "lost" },
        }),
      ),
      node("help", "jump", { config: { targetId: "sub", results: ["done"] }, to: { done: "book", next: "lost" } }),
      node("book", "variable", {
        config: { assign: [{ vName: "history", value: "${history}${round}:${card}${level}${tip};" }] },
        to: { next: "choose", error: "lost" },
      }),
      node("choose", "keyNav", {
        says: ["再查请按一，结束请按二"],
        config: { keys: ["1", "2"], firstSeconds: 60 },
        to: { "key-1": "round", "key-2": "last", timeout: "lost", invalid: "lost" },
      }),
      node("last", "interface", {
        config: asks(interfaceId, { step: "last", history: "${history}" }),
        to: { ok: "bye", failed: "lost", timeout: "lost" },
      }),
      node("bye", "hangup", { says: ["谢谢"] }),
      node("lost", "hangup"),
    ],
    {
      collectVariable: ["card", "level", "grade", "tip", "round", "history"].map((vName) => ({
        ...{ vName, vAlias: vName, type: "text" as const, value: vName === "history" ? "#" : "" },
      })),
      subs: {
        sub: [
          node("helpStart", "start", { to: { next: "told" } }),
          // Two questions in a row of ten seconds each would be too long without a sound.
          node("told", "play", { says: ["正在查询"], to: { next: "helpAsk", interrupted: "lostInHelp" } }),
          node("helpAsk", "interface", {
            config: asks(interfaceId, { step: "help${round}", grade: "${grade}" }, "tip"),
            to: { ok: "helped", failed: "lostInHelp", timeout: "lostInHelp" },
          }),
          node("helped", "play", { says: ["好的，请您稍候片刻"], to: { next: "helpEnd", interrupted: "lostInHelp" } }),
          node("helpEnd", "end", { config: { result: "done" } }),
          node("lostInHelp", "hangup"),
        ],
      },
    },
  );

export interface Way {
  /** What he presses. */
  readonly keys: string;
  /** The nodes that he comes through. */
  readonly nodes: readonly string[];
  /** Of the questions that are put about him. */
  readonly questions: readonly string[];
  /** Of the variables what the system is told in the end. */
  readonly history: string;
}

export const levelOf = (card: unknown): string => `${String(card).slice(-1)}级`;
/** Short: a variable keeps 290 characters (maxValue). */
export const tipOf = (grade: unknown, step: string): string => `${String(grade).slice(0, 1)}${step.slice(-1)}`;

/** Every tenth card is of the seventh level. */
const cardOf = (round: number): string => String(4_000 + round * 311);

export function wayOf(rounds: number): Way {
  const all = Array.from({ length: rounds }, (_, at) => {
    const round = at + 1;
    const [card, level] = [cardOf(round), levelOf(cardOf(round))];
    const grade = level === "7级" ? "gold" : "plain";
    return { round, card, level, grade, tip: tipOf(grade, `help${round}`) };
  });
  const inHelp = ["help", "helpStart", "told", "helpAsk", "helped", "helpEnd"];
  return {
    keys: all.map(({ round, card }) => `${card}${round < rounds ? "1" : "2"}`).join(""),
    nodes: [
      "start",
      ...all.flatMap(({ grade }) => ["round", "card", "ask", "which", grade, ...inHelp, "book", "choose"]),
      ...["last", "bye"],
    ],
    questions: [...all.flatMap(({ round }) => [`ask${round}`, `help${round}`]), "last"],
    history: all.map(({ round, card, level, tip }) => `${round}:${card}${level}${tip};`).join(""),
  };
}

/** Of the shortest way that has so many nodes. */
export const roundsFor = (steps: number): number => {
  const [none, one] = [wayOf(0).nodes.length, wayOf(1).nodes.length];
  return Math.max(1, Math.ceil((steps - none) / (one - none)));
};
