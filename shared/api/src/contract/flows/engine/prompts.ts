/** Shared prompts: wordings by language that flows name and others change. A call has them as they were when it began. */
import type { GlobalNode, Talking } from "./flow.ts";
import type { Program } from "./program.ts";
import type { Prompts, PromptWording, Values } from "./session.ts";
import { own, textOf } from "./values.ts";

/** The variable whose value is the call's language: a flow declares and assigns it as any other. */
export const languageVariable = "language";

export function promptWording(
  prompts: Prompts | undefined,
  promptId: string | undefined,
  vars: Values,
): PromptWording | undefined {
  const wordings = own(prompts, promptId ?? "") ?? [];
  const language = textOf(own(vars, languageVariable));
  return wordings.find((each) => each.language === language) ?? wordings[0];
}

export const promptsOf = (talkings: readonly Talking[]): readonly string[] =>
  talkings.flatMap(({ playType, promptId = "" }) => (playType === "prompt" && promptId !== "" ? [promptId] : []));

const globalTalkings = ({ talkings }: GlobalNode): readonly Talking[] => talkings.flat();
const named = new WeakMap<Program, readonly string[]>();

/** Which a program says. Asked for each call. */
export function promptsIn(program: Program): readonly string[] {
  const known = named.get(program);
  if (known) return known;
  const { subs, globals } = program;
  const nodes = Object.values(subs).flatMap((sub) => Object.values(sub.nodes));
  const talkings = [
    ...nodes.flatMap(({ talkings, missed }) => [...talkings, ...Object.values(missed ?? {}).flat()]),
    ...[globals.unknown, globals.timeout].flatMap(globalTalkings),
  ];
  const made = [...new Set(promptsOf(talkings))];
  named.set(program, made);
  return made;
}
