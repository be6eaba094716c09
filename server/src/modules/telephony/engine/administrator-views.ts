/** Keeps the pages of administrators who hear a call, or have taken one, as the call is. */
import { callLines, type CallLines } from "@liantai/api/contract/call-lines";
import type { Broker } from "../../../ports/broker.ts";
import type { Clock } from "../../../ports/clock.ts";
import { partyCallView } from "./agent-call-view.ts";
import { callEvents, isSame } from "./call-events.ts";
import type { Administrator } from "../call/party.ts";
import { sessionNoticeId } from "../cti/links.ts";
import type { Call } from "../call/types.ts";
import { agentTopic, type AgentNotice, type AttachReply } from "../topics.ts";

export interface AdministratorViewsDeps {
  readonly broker: Broker;
  readonly clock: Clock;
  /** The call of an administrator's session. */
  call(sessionId: string): Call | undefined;
}

const administratorsOf = ({ parties }: Call): Administrator[] =>
  parties.flatMap(({ administrator }) => administrator ?? []);

const viewOf = (call: Call, { sessionId, hideNumbers }: Administrator): CallLines | undefined => {
  const party = call.parties.find(({ administrator }) => administrator?.sessionId === sessionId);
  const view = party && partyCallView(call, party, hideNumbers);
  return view && callLines(view);
};

export class AdministratorViews {
  readonly #d: AdministratorViewsDeps;
  #v = 0;

  constructor(deps: AdministratorViewsDeps) {
    this.#d = deps;
  }

  /** After a step of a call. */
  update(before: Call, call: Call): void {
    const there = [...administratorsOf(before), ...administratorsOf(call)];
    const each = new Map(there.map((administrator) => [administrator.sessionId, administrator]));
    for (const administrator of each.values()) {
      const lines = viewOf(call, administrator);
      const last = viewOf(before, administrator);
      if (!lines) this.#tell(call, administrator, "callEnd", this.#end(call));
      else if (!last || !isSame(lines, last))
        for (const { name, fields } of callEvents(call.callId, lines, this.#d.clock.now()))
          this.#tell(call, administrator, name, fields);
    }
  }

  /** A sentence on the page of such a session. */
  say(of: Pick<Call, "compId">, administrator: Pick<Administrator, "sessionId">, msg: string): void {
    this.#tell(of, administrator, "notice", { level: "warning", msg });
  }

  #end(call: Call): Readonly<Record<string, string>> {
    const cause = call.phase.kind === "ended" ? call.phase.cause : "completed";
    return { callId: call.callId, cause };
  }

  #tell(
    { compId }: Pick<Call, "compId">,
    { sessionId }: Pick<Administrator, "sessionId">,
    name: "call" | "callMembers" | "callEnd" | "notice",
    fields: Readonly<Record<string, string>>,
  ): void {
    const notice: AgentNotice = { compId, agentId: sessionNoticeId(sessionId), v: this.#next(), name, fields };
    void this.#d.broker.publish(agentTopic, notice);
  }

  /** Grows, through a restart of the engine, too: a page that stayed must believe what comes after. */
  #next(): number {
    this.#v = Math.max(this.#v + 1, this.#d.clock.now());
    return this.#v;
  }

  /** What a page that signed in needs to know. */
  snapshot(sessionId: string): Pick<AttachReply, "v" | "events"> {
    const call = this.#d.call(sessionId);
    const mine = call && administratorsOf(call).find((each) => each.sessionId === sessionId);
    const lines = call && mine && viewOf(call, mine);
    return {
      v: this.#v,
      events: lines
        ? callEvents(call.callId, lines, this.#d.clock.now())
        : [{ name: "callEnd", fields: { callId: "", cause: "completed" } }],
    };
  }
}
