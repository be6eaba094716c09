/** What is said, as messages. */
import { masked, own, textOf, type FlowState, type Program, type Said } from "@liantai/api/flows";
import type { LineOut } from "./line-types.ts";
import { isSecret } from "./places.ts";
import { kept } from "./words.ts";

type Message = Exclude<LineOut, { say: "note" }>;

const textMost = 4_000;

/** Words that follow one another are one message. What is repeated until something comes is waiting music, and nobody's to read. */
export function spoken(says: readonly Said[], loop: boolean, secrets: readonly string[]): readonly Message[] {
  const out: Message[] = [];
  let words = "";
  const flush = (): void => {
    const content = kept(masked(words.trim(), secrets).slice(0, textMost));
    if (content !== "") out.push({ say: "text", content });
    words = "";
  };
  for (const said of says)
    if (said.kind === "text") words += said.text;
    else if (said.kind === "audio" && !loop) {
      flush();
      out.push({ say: "voice", voiceId: said.voiceId });
    }
  flush();
  return out;
}

/** Secret variables, and keys that are read back where they are secret. The longest first: one may lie in another. */
export function secretsAt(program: Program, state: FlowState): readonly string[] {
  const { secret, vars, local } = state;
  const typed = local["keys"];
  const keys = isSecret(program, state) && typeof typed === "string" ? typed : "";
  return [...secret.map((name) => textOf(own(vars, name))), keys.split("").join("，"), keys].sort(
    (a, b) => b.length - a.length,
  );
}
