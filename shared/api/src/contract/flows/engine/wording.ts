/** Which wordings of a node are said: by hearing, condition and weight (`skills`, flows.md B5). */
import type { FlowVoice, Miss, Skills, Talking } from "./flow.ts";
import { promptWording } from "./prompts.ts";
import type { Prompts, Said, Values } from "./session.ts";
import type { Tools } from "./tools.ts";
import { draw, fill, hasName } from "./values.ts";

/** Now speak. */
export const tone: Said = { kind: "tone", hz: 1_000, ms: 400 };

export const isFor =
  (when: Miss | undefined) =>
  ({ skills }: Pick<Talking, "skills">): boolean =>
    skills.when === when;

const isPlain = ({ nth, condition = "", weight = 0 }: Skills): boolean =>
  nth === undefined && condition === "" && weight <= 0;

interface Chosen {
  readonly says: readonly Said[];
  readonly seed: number;
}

const spoken = (text: string, tts: string): readonly Said[] =>
  text.trim() === "" ? [] : [{ kind: "text", text, tts }];

const saidOf = (
  { playType, text, audios, tts, promptId }: Talking,
  vars: Values,
  prompts: Prompts | undefined,
): readonly Said[] => {
  if (playType === "tts") return spoken(fill(text, vars), tts);
  if (playType === "audio") return audios.map((voiceId) => ({ kind: "audio", voiceId }) as const);
  const wording = promptWording(prompts, promptId, vars);
  if (!wording) return [];
  return wording.voiceId === "" ? spoken(fill(wording.text, vars), tts) : [{ kind: "audio", voiceId: wording.voiceId }];
};

function applies({ skills }: Talking, hearing: number, most: number, vars: Values, tools: Tools): boolean {
  if (skills.nth !== undefined && skills.nth !== Math.min(hearing, most)) return false;
  if (skills.condition === undefined || skills.condition === "") return true;
  const found = tools.evaluate(skills.condition, vars);
  return "value" in found && found.value === true;
}

/** What most nodes have: one that is said whatever comes, or none. undefined: it must be chosen. */
export function plainSays(
  talkings: readonly Talking[],
  vars: Values,
  prompts: Prompts | undefined,
): readonly Said[] | undefined {
  const [only] = talkings;
  if (!only) return [];
  return talkings.length === 1 && isPlain(only.skills) ? saidOf(only, vars, prompts) : undefined;
}

/** What is said whatever the variables are; undefined: nothing, or they count. */
export function constantSays(talkings: readonly Talking[]): readonly Said[] | undefined {
  const [only] = talkings;
  if (!only || only.playType === "prompt" || hasName(only.text, () => true)) return undefined;
  return plainSays(talkings, {}, undefined);
}

/** Words without a voice of their own are said with the flow's. */
export const voiced = (says: readonly Said[], voice: FlowVoice | null): readonly Said[] =>
  voice === null
    ? says
    : says.map((said) => (said.kind === "text" && said.tts === "" ? { ...said, tts: JSON.stringify(voice) } : said));

/** Of those with a weight one is drawn; else all that apply, one after the other. Without one for this hearing those without a number. */
export function wordingOf(
  talkings: readonly Talking[],
  {
    hearing,
    vars,
    prompts,
    tools,
    seed,
  }: {
    readonly hearing: number;
    readonly vars: Values;
    readonly prompts: Prompts | undefined;
    readonly tools: Tools;
    readonly seed: number;
  },
): Chosen {
  const most = Math.max(0, ...talkings.map(({ skills }) => skills.nth ?? 0));
  const fitting = talkings.filter((talking) => applies(talking, hearing, most, vars, tools));
  const numbered = fitting.filter(({ skills }) => skills.nth !== undefined);
  const chosen = numbered.length > 0 ? numbered : fitting;
  const weighted = chosen.filter(({ skills }) => (skills.weight ?? 0) > 0);
  if (weighted.length === 0) return { says: chosen.flatMap((talking) => saidOf(talking, vars, prompts)), seed };
  const drawn = draw(seed);
  let left = drawn.at * weighted.reduce((sum, { skills }) => sum + (skills.weight ?? 0), 0);
  const one = weighted.find(({ skills }) => (left -= skills.weight ?? 0) < 0) ?? weighted[0]!;
  return { says: saidOf(one, vars, prompts), seed: drawn.seed };
}
