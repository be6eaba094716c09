/** A call that was ended in this tab while the server could not be told: not shown, and the server is told when it names the call again. */
import type { BusNotification } from "@liantai/bus";
import type { AgentCallView } from "@liantai/api/contract";
import type { CtiLink } from "../links/cti-link.ts";
import type { AgentClientPorts } from "./ports.ts";

/** What it needs of the agent's client. */
interface Station {
  readonly ports: AgentClientPorts;
  readonly cti: CtiLink;
  notify(text: string, level: BusNotification["level"], id: string): void;
  callIs(call: AgentCallView | null, cause: string): void;
}

export class UnheardHangup {
  readonly #core: Station;
  #callId: string | undefined;
  /** As it was heard of last. */
  #call: AgentCallView | undefined;
  #telling = false;

  constructor(core: Station) {
    this.#core = core;
  }

  /** undefined: none any more. */
  is(callId: string | undefined): void {
    this.#callId = callId;
  }

  /** Whether this news is of the call that is over here; news of another or none ends the matter. */
  hides(call: AgentCallView | null): boolean {
    if (call?.callId !== this.#callId) this.#callId = undefined;
    if (!call || this.#callId === undefined) return false;
    this.#call = call;
    if (!this.#telling) void this.#tell(call.callId);
    return true;
  }

  async #tell(callId: string): Promise<void> {
    const { cti, ports } = this.#core;
    this.#telling = true;
    const result = await cti.command("hangup", { callId });
    this.#telling = false;
    // Lost again meanwhile: the server is told when it is back.
    if (result.ok || callId !== this.#callId || ports.store.telephony().cti !== "up") return;
    // It goes on with the customer, and the agent must see it.
    this.#callId = undefined;
    this.#core.callIs(this.#call!, "");
    this.#core.notify(`通话未能挂断：${result.text}`, "error", "hangup-here");
  }
}
