/** The call engine as other modules ask it, in whatever process it runs. */
import { AppError } from "@liantai/api/contract";
import { BrokerError, type Broker } from "../../ports/broker.ts";
import type { Registration } from "../../ports/switch.ts";
import { engineTopic, type CommandReply, type EngineRequest } from "./topics.ts";

export interface EngineClient {
  /** Some agent of one of the skill groups is signed in. */
  serves(compId: string, groupIds: readonly string[]): Promise<boolean>;
  /** Callers waiting in the enterprise. */
  waiting(compId: string): Promise<number>;
  /** The agent is offered a call, dials or talks. */
  inCall(compId: string, agentId: string): Promise<boolean>;
  /** The seat goes out of service: true when its call must end first; no further one is offered to it. */
  retire(compId: string, agentId: string): Promise<boolean>;
  registrations(compId: string): Promise<readonly Registration[]>;
  /** Drops the devices of an extension whose credential was renewed or removed. */
  dropDevice(compId: string, extension: string): Promise<void>;
  /** Puts a signed-in agent into a custom status, '' out of it. by: account id of somebody else who does it. */
  bindStatus(compId: string, agentId: string, customStatus: string, by: string | undefined): Promise<CommandReply>;
}

const requestMs = 3_000;

/** Throws AppError 'unavailable' when no engine answers. */
export function createEngineClient(broker: Broker): EngineClient {
  async function ask(request: EngineRequest): Promise<unknown> {
    try {
      return await broker.request(engineTopic, request, requestMs);
    } catch (error) {
      throw error instanceof BrokerError && error.code !== "failed" ? new AppError("unavailable") : error;
    }
  }
  return {
    serves: async (compId, groupIds) => (await ask({ verb: "serves", compId, groupIds })) === true,
    waiting: async (compId) => Number(await ask({ verb: "waiting", compId })),
    inCall: async (compId, agentId) => (await ask({ verb: "inCall", compId, agentId })) === true,
    retire: async (compId, agentId) => (await ask({ verb: "retire", compId, agentId })) === true,
    registrations: async (compId) => (await ask({ verb: "registrations", compId })) as Registration[],
    dropDevice: async (compId, extension) => void (await ask({ verb: "dropDevice", user: `${compId}${extension}` })),
    bindStatus: async (compId, agentId, customStatus, by) =>
      (await ask({
        verb: "bindStatus",
        compId,
        agentId,
        customStatus,
        ...(by === undefined ? {} : { by }),
      })) as CommandReply,
  };
}
