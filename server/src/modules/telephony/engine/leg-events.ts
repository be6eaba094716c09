/** What the switch says of legs, told to the calls they belong to. */
import type { LegId, Release } from "../../../ports/switch.ts";
import { ofLeg } from "../call/parties.ts";
import type { Call, CallInput } from "../call/types.ts";
import { qualityLevel } from "./agent-call-view.ts";
import { AudioFigures } from "./audio-figures.ts";
import { agentKey, type AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { EngineDeps } from "./deps.ts";
import type { LegEvent } from "./leg-router.ts";
import type { Verbs } from "./verbs.ts";

export interface LegEventsDeps extends Pick<EngineDeps, "switch" | "legs"> {
  call(callId: string): Call | undefined;
  dispatch(callId: string, input: CallInput): void;
  played: Verbs["played"];
  /** Asked before the call hears that its leg is gone. */
  parting(callId: string, release: Release): void;
  sessions(): AgentSessions;
}

export class LegEvents {
  readonly #d: LegEventsDeps;
  readonly #calls = new Map<LegId, string>();
  readonly #audio = new AudioFigures();

  constructor(deps: LegEventsDeps) {
    this.#d = deps;
  }

  belongs(leg: LegId, callId: string): void {
    this.#calls.set(leg, callId);
    this.#d.legs.belongs(leg, this.#heard);
  }

  readonly #heard = (event: LegEvent): void => {
    const { dispatch } = this.#d;
    if (event.type === "playDone") {
      const play = this.#d.played(event.playId);
      // When the leg hung up its own event follows; the call must not go on in between.
      if (play && event.reason !== "hangup")
        dispatch(play.callId, {
          type: "playDone",
          tag: play.tag,
          ...(event.atMs === undefined ? {} : { stoppedAt: event.atMs }),
        });
      return;
    }
    const callId = this.#calls.get(event.leg);
    if (callId === undefined) return;
    const { leg } = event;
    switch (event.type) {
      case "ringing":
        return dispatch(callId, { type: "legRinging", leg });
      case "progress":
        return dispatch(callId, { type: "legProgress", leg });
      case "accepted":
        return dispatch(callId, { type: "legAccepted", leg });
      case "answered":
        return dispatch(callId, { type: "legUp", leg });
      case "hungup": {
        this.#calls.delete(leg);
        const { type: _, leg: __, cause, ...release } = event;
        this.#d.parting(callId, release);
        return dispatch(callId, { type: "legGone", leg, cause, release });
      }
      case "lost":
        return this.#lost(callId, event);
      case "found":
        return dispatch(callId, { type: "legFound", leg });
      case "digit":
        return dispatch(callId, { type: "digit", leg, digit: event.digit });
      case "deviceHold":
        return dispatch(callId, { type: "deviceHold", leg, held: event.held });
      case "quality":
        return this.#quality(callId, event);
    }
  };

  /** The call is over: how it sounded, if anything was measured. */
  readonly measured = (callId: string) => this.#audio.take(callId);

  #lost(callId: string, { leg, why }: Extract<LegEvent, { type: "lost" }>): void {
    const session = this.#sessionOf(callId, leg);
    const call = this.#d.call(callId);
    const user = call && ofLeg(call, leg)?.user;
    if (session) session.level = -1;
    if (session) this.#d.sessions().notify(session, "quality", { level: "-1", loss: "1", jitterMs: "0" });
    this.#d.dispatch(callId, { type: "legLost", leg });
    // Its page may have registered again before anybody noticed that the old socket was dead.
    if (why === "socket" && user !== undefined && this.#d.switch.isRegistered(user))
      this.#d.dispatch(callId, { type: "registered", user });
  }

  #quality(callId: string, { leg, loss, jitterMs, rttMs }: Extract<LegEvent, { type: "quality" }>): void {
    const call = this.#d.call(callId);
    const party = call && ofLeg(call, leg);
    if (call && party?.up) this.#audio.add(call, party, { loss, jitterMs, ...(rttMs === undefined ? {} : { rttMs }) });
    const session = this.#sessionOf(callId, leg);
    if (!session) return;
    session.level = qualityLevel(loss, jitterMs);
    this.#d.sessions().notify(session, "quality", {
      level: String(session.level),
      loss: String(loss),
      jitterMs: String(Math.round(jitterMs)),
    });
  }

  #sessionOf(callId: string, leg: LegId): AgentSession | undefined {
    const call = this.#d.call(callId);
    const agentId = call && ofLeg(call, leg)?.agentId;
    return call && agentId ? this.#d.sessions().byKey(agentKey(call.compId, agentId)) : undefined;
  }
}
