/** The call engine as other modules ask it, in whatever process it runs. */
import type { LiveAgent } from "@liantai/api/contract/admin";
import type { Registration } from "./switch.ts";

export interface CommandReply {
  /** 1, or a key of ctiErrors. */
  readonly code: number;
  /** Instead of the code's own text. */
  readonly msg?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Agents of an enterprise as `agents.live` goes on telling of them: what it told up to v is in it. */
export interface LiveAgents {
  readonly epoch: string;
  readonly v: number;
  readonly agents: readonly LiveAgent[];
}

export interface EngineClient {
  /** Some agent of one of the skill groups is signed in. */
  serves(compId: string, groupIds: readonly string[]): Promise<boolean>;
  /**
   * A waiting caller passes the one before it. by: who, as actor of the log ('monitor:ID'); name: for people. False: it does not
   * wait, or nobody can be passed.
   */
  moveUp(compId: string, callId: string, by: string, name: string): Promise<boolean>;
  /** The agent is offered a call, dials or talks. */
  inCall(compId: string, agentId: string): Promise<boolean>;
  /** The seat goes out of service: true when its call must end first; no further one is offered to it. */
  retire(compId: string, agentId: string): Promise<boolean>;
  registrations(compId: string): Promise<readonly Registration[]>;
  /** Drops the devices of an extension whose credential was renewed or removed. */
  dropDevice(compId: string, extension: string): Promise<void>;
  /** For half a minute every change of the enterprise's agents is told; whole: with all that were signed in since the engine started. */
  live(compId: string, whole: boolean): Promise<LiveAgents>;
  /** The customer of the agent's call is asked for a mark; the agent leaves it. */
  startSurvey(compId: string, agentId: string, callId: string): Promise<CommandReply>;
  /** Puts a signed-in agent into a custom status, '' out of it. by: account id of somebody else who does it. */
  bindStatus(compId: string, agentId: string, customStatus: string, by: string | undefined): Promise<CommandReply>;
}
