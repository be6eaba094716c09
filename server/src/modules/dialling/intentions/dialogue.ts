/** The log of a call as what its rules are asked about. Pure. */
import type { EndCause } from "@liantai/api/contract";
import type { ContactEntry, Sequenced } from "../../event-log/index.ts";
import type { Dialogue } from "../../understanding/index.ts";

type Event = Sequenced<ContactEntry>;
type Step = Extract<ContactEntry["fact"], { type: "flowStep" }>;
type Draft = { -readonly [K in keyof Dialogue]: Dialogue[K] };

/** The caller's own going; and what the flow did. Whoever was handed over to somebody was hung up on by neither. */
const gone: ReadonlySet<string> = new Set<EndCause>(["abandonedInFlow", "callerLost", "cancelled"]);
const ours: ReadonlySet<string> = new Set<EndCause>(["flowEnded", "byTarget", "voicePlayed", "noRobot"]);

function stepped(dialogue: Draft, { seq }: Event, { step, nodeName, content, data }: Step): void {
  if (step === "node") {
    if (nodeName !== "") dialogue.nodes = [...dialogue.nodes, { seq, name: nodeName }];
    return;
  }
  if (step !== "heard") return;
  if (content !== undefined && content !== "" && content !== "***")
    dialogue.said = [...dialogue.said, { seq, text: content }];
  const intentId = data?.["intentId"];
  if (typeof intentId !== "string" || intentId === "") return;
  dialogue.intents = [...dialogue.intents, { seq, intentId }];
  dialogue.turns += 1;
}

export function dialogueOf(events: readonly Event[]): Dialogue {
  const dialogue: Draft = {
    ...{ connected: false, refused: false, intents: [], said: [], nodes: [], answers: {} },
    ...{ seconds: 0, turns: 0, hungUpBy: "" },
  };
  let since: number | undefined;
  let until: number | undefined;
  let asked = false;
  for (const event of events) {
    const { fact, at, reason = "" } = event;
    // What comes after is said of the talk.
    asked ||= fact.type === "surveyStarted";
    if (asked && fact.type !== "ended") continue;
    switch (fact.type) {
      case "flowEntered":
        since ??= at;
        dialogue.connected = true;
        break;
      case "flowStep":
        stepped(dialogue, event, fact);
        break;
      case "flowVariables":
        dialogue.answers = { ...dialogue.answers, ...fact.values };
        break;
      case "callsRefused":
        dialogue.refused = true;
        break;
      case "flowLeft":
        until = at;
        break;
      case "ended":
        until ??= at;
        dialogue.hungUpBy = gone.has(reason) ? "customer" : ours.has(reason) ? "system" : "";
        break;
    }
  }
  if (since !== undefined && until !== undefined) dialogue.seconds = Math.floor(Math.max(0, until - since) / 1_000);
  return dialogue;
}
