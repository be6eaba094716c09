/** What becomes of calls with robots is told: to whoever follows them, and to the agent who gets the caller. */
import type { AssistMessage, DialogueEntry } from "@liantai/api/contract/assist";
import type { RobotCall, RobotSaid } from "@liantai/api/contract/flow-editor";
import { publish } from "../../topics.ts";
import { nearOf } from "../call/parties.ts";
import { isWithRobot } from "../call/robot.ts";
import type { RobotTalk } from "../call/robot-types.ts";
import type { Call } from "../call/types.ts";
import type { EngineDeps } from "./deps.ts";
import { robotCall } from "./robots-now.ts";

type NewsDeps = Pick<EngineDeps, "broker" | "listener" | "logger"> & {
  /** Must be done before the engine may stop. */
  track(work: Promise<unknown>): void;
};

const none: readonly RobotSaid[] = [];

/** Those that are there now and were not before. */
function come(before: RobotTalk | undefined, { dialogue, made }: RobotTalk): readonly RobotSaid[] {
  const more = made - (before?.made ?? 0);
  return more > 0 ? dialogue.slice(-more) : none;
}

const asSaid = (callId: string, { id, side, text, at }: RobotSaid): DialogueEntry => ({
  id: `${callId}-${id}`,
  type: side,
  text,
  startTime: at,
  endTime: at,
  ...{ mute: 0, chipin: 0, speed: null, badWords: [], badWord: 0 },
});

const same = (a: RobotCall | undefined, b: RobotCall | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

export class RobotNews {
  readonly #d: NewsDeps;

  constructor(deps: NewsDeps) {
    this.#d = deps;
  }

  /** A step of a call. */
  changed(before: Call, call: Call): void {
    if (!call.robot) return;
    const entries = come(before.robot, call.robot);
    if (isWithRobot(before) || isWithRobot(call)) this.#tell(before, call, entries);
    this.#handOver(before, call, call.robot, entries);
  }

  #tell(before: Call, call: Call, entries: readonly RobotSaid[]): void {
    const over = call.phase.kind === "ended";
    const now = over ? undefined : robotCall(call);
    if (entries.length === 0 && same(robotCall(before), now)) return;
    const { compId, callId } = call;
    const by = now || over ? null : (nearOf(call)?.agentId ?? null);
    this.#publish(publish(this.#d.broker, "robot.told", { compId, callId, call: now ?? null, entries, by }));
  }

  /** Whoever gets the caller reads what was said before he hears him, and it stays with his talk. */
  #handOver(before: Call, call: Call, { dialogue }: RobotTalk, entries: readonly RobotSaid[]): void {
    const { compId, callId, phase } = call;
    const { agentId } = nearOf(call) ?? {};
    if (agentId === undefined || phase.kind === "ended") return;
    for (const entry of nearOf(before)?.agentId === agentId ? entries : dialogue) {
      const message: AssistMessage = { type: "CHAT", callId, agentId, dialogueData: asSaid(callId, entry) };
      this.#publish(publish(this.#d.broker, "assist.told", { compId, agentId, message }));
    }
    if (phase.kind !== "talking" || before.phase.kind === "talking" || dialogue.length === 0) return;
    const said = dialogue.map((entry) => asSaid(callId, entry));
    const kept = this.#d.listener?.handedOver?.({ compId, callId, agentId }, said);
    if (kept) this.#publish(kept);
  }

  #publish(work: Promise<void>): void {
    this.#d.track(work.catch((error: unknown) => this.#d.logger.warn({ error }, "a call with a robot was not told")));
  }
}
