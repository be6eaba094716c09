/** What a robot's call is worth, and why (docs/protocol.md, I14; inventory dialling C11). Pure: every addend is told. */
import {
  hangUpSides,
  levelLimits,
  type Criterion,
  type HangUpSide,
  type IntentionBand,
  type IntentionWin,
} from "@liantai/api/contract/flow-editor";

type Value = string | number | boolean | readonly string[];

/** seq: of the event in the call's log. */
interface At {
  readonly seq: number;
}

/** What is known of a call that is over. */
export interface Dialogue {
  /** Somebody was talked to. */
  readonly connected: boolean;
  /** He wants no calls any more. */
  readonly refused: boolean;
  readonly intents: readonly (At & { readonly intentId: string })[];
  readonly said: readonly (At & { readonly text: string })[];
  /** Nodes by their names, in order. */
  readonly nodes: readonly (At & { readonly name: string })[];
  /** The flow's variables at the end. */
  readonly answers: Readonly<Record<string, Value>>;
  readonly seconds: number;
  /** Sentences that were understood. */
  readonly turns: number;
  /** '': neither, an agent had him. */
  readonly hungUpBy: HangUpSide | "";
}

export type Addend = Criterion & { readonly points: number; readonly intentName?: string | null };

export interface Rule {
  readonly levels: readonly IntentionBand[];
  /** The first of them that holds is the level, whatever the score. */
  readonly wins: readonly (IntentionWin & { readonly intentName?: string | null })[];
  readonly addends: readonly Addend[];
}

export interface Scored {
  readonly what: string;
  readonly score: number;
  readonly seq?: number;
}

export interface Evaluation {
  /** '': the rule has no level for that score. */
  readonly level: string;
  readonly minScore: number | null;
  readonly maxScore: number | null;
  readonly score: number;
  /** Why it is this level. */
  readonly by: string;
  readonly addends: readonly Scored[];
}

/** Given whatever the rule says. */
export const fixedLevels = { unreached: "E", refused: "F" } as const;

/** Where nobody has made a rule. */
export const defaultBands: readonly IntentionBand[] = [
  { name: "A", minScore: 90, maxScore: 100 },
  { name: "B", minScore: 70, maxScore: 89 },
  { name: "C", minScore: 40, maxScore: 69 },
  { name: "D", minScore: 0, maxScore: 39 },
];

/** All that calls under a rule can come to, those of its bands first; undefined: nobody has made one. */
export const levelNames = ({ levels, wins }: Pick<Rule, "levels" | "wins"> = { levels: defaultBands, wins: [] }) => [
  ...new Set([
    ...levels.map(({ name }) => name),
    ...wins.map(({ level }) => level),
    ...Object.values<string>(fixedLevels),
  ]),
];

const wordsOf = (text: string): readonly string[] =>
  text
    .split(/[、,，;；]/)
    .map((word) => word.trim())
    .filter(Boolean);
const textOf = (value: Value | undefined): string =>
  value === undefined ? "" : typeof value === "object" ? value.join("、") : String(value);

interface Found {
  readonly what: string;
  readonly seq?: number;
}
const found = (what: string, at?: At): Found => (at ? { what, seq: at.seq } : { what });

function keywordIn(text: string, { said }: Dialogue): Found | undefined {
  for (const word of wordsOf(text)) {
    const at = said.find((sentence) => sentence.text.includes(word));
    if (at) return found(`说出关键词“${word}”`, at);
  }
  return undefined;
}

function answerIn(text: string, { answers }: Dialogue): Found | undefined {
  const [name = "", ...rest] = text.split("=");
  const wanted = rest.join("=").trim();
  const value = Object.hasOwn(answers, name.trim()) ? textOf(answers[name.trim()]) : "";
  return wanted !== "" && value === wanted ? found(`变量${name.trim()}为“${wanted}”`) : undefined;
}

/** How it holds; undefined: it does not. */
function holds(of: Criterion & { readonly intentName?: string | null }, dialogue: Dialogue): Found | undefined {
  const { kind, intentId, intentName, text, least } = of;
  const words = text ?? "";
  switch (kind) {
    case "intent": {
      const at = dialogue.intents.find((each) => each.intentId === intentId);
      return at && found(`说出意图“${intentName ?? ""}”`, at);
    }
    case "seconds":
      return dialogue.seconds >= (least ?? 1) ? found(`通话时长至少${least ?? 1}秒`) : undefined;
    case "turns":
      return dialogue.turns >= (least ?? 1) ? found(`对话轮数至少${least ?? 1}轮`) : undefined;
    case "node": {
      const at = dialogue.nodes.find(({ name }) => name === words.trim());
      return at && found(`走到节点“${at.name}”`, at);
    }
    case "keyword":
      return keywordIn(words, dialogue);
    case "answer":
      return answerIn(words, dialogue);
    case "hangUp":
      return dialogue.hungUpBy !== "" && dialogue.hungUpBy === words
        ? found(hangUpSides[dialogue.hungUpBy])
        : undefined;
  }
}

/** Each addend counts once; the sum is 0 to 100. */
export function evaluate({ levels, wins, addends }: Rule, dialogue: Dialogue): Evaluation {
  const none = { minScore: null, maxScore: null, score: 0, addends: [] };
  if (!dialogue.connected) return { ...none, level: fixedLevels.unreached, by: "未接通" };
  const given = addends.flatMap((addend): Scored[] => {
    const how = holds(addend, dialogue);
    return how ? [{ ...how, score: addend.points }] : [];
  });
  const sum = given.reduce((total, { score }) => total + score, 0);
  const score = Math.min(levelLimits.score, Math.max(0, sum));
  const named = (level: string, by: string): Evaluation => {
    const band = levels.find(({ name }) => name === level);
    return { level, minScore: band?.minScore ?? null, maxScore: band?.maxScore ?? null, score, by, addends: given };
  };
  if (dialogue.refused) return named(fixedLevels.refused, "客户谢绝来电");
  for (const win of wins) {
    const how = holds(win, dialogue);
    if (how) return named(win.level, how.what);
  }
  const band = levels.find(({ minScore, maxScore }) => score >= minScore && score <= maxScore);
  return named(band?.name ?? "", `得分${score}`);
}
