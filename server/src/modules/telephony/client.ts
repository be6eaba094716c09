/** The engine port over the broker. */
import { AppError } from "@liantai/api/contract";
import type { Broker } from "../../ports/broker.ts";
import type { CommandReply, EngineClient, LiveAgents, LiveMeeting, QueuesNow } from "../../ports/engine.ts";
import type { Registration } from "../../ports/switch.ts";
import { engineTopicOf, isAway, type EngineRequest } from "./topics.ts";

const requestMs = 3_000;

/** parted: each enterprise has an engine in the process with its lease. Throws AppError 'unavailable' when no engine answers. */
export function createEngineClient(broker: Broker, parted = false): EngineClient {
  async function ask(request: EngineRequest & { readonly compId: string }): Promise<unknown> {
    try {
      return await broker.request(engineTopicOf(parted, request.compId), request, requestMs);
    } catch (error) {
      throw isAway(error) ? new AppError("unavailable") : error;
    }
  }
  return {
    meetings: async (compId) => (await ask({ verb: "meetings", compId })) as LiveMeeting[],
    meeting: async (compId, roomId, order) => (await ask({ verb: "meeting", compId, roomId, order })) as CommandReply,
    serves: async (compId, groupIds) => (await ask({ verb: "serves", compId, groupIds })) === true,
    moveUp: async (compId, callId, by, name) => (await ask({ verb: "moveUp", compId, callId, by, name })) === true,
    queues: async (compId) => (await ask({ verb: "queues", compId })) as QueuesNow,
    sendOn: async (compId, callId, to, by, name) =>
      (await ask({ verb: "sendOn", compId, callId, to, by, name })) as CommandReply,
    pickUp: async (compId, own, callId) => (await ask({ verb: "pickUp", compId, own, callId })) as CommandReply,
    cancelCallback: async (compId, id, by, name) =>
      (await ask({ verb: "cancelCallback", compId, id, by, name })) as CommandReply,
    emergency: async (compId, subject, id, by, name) =>
      void (await ask({ verb: "emergency", compId, subject, id, by, name })),
    callBack: async (compId, own, number, of) =>
      (await ask({ verb: "callBack", compId, own, number, of })) as CommandReply,
    callNow: async (compId, own, id) => (await ask({ verb: "callNow", compId, own, id })) as CommandReply,
    join: async (compId, own, agentId, mode) =>
      (await ask({ verb: "join", compId, own, agentId, mode })) as CommandReply,
    inCall: async (compId, agentId) => (await ask({ verb: "inCall", compId, agentId })) === true,
    retire: async (compId, agentId) => (await ask({ verb: "retire", compId, agentId })) === true,
    registrations: async (compId) => (await ask({ verb: "registrations", compId })) as Registration[],
    dropDevice: async (compId, extension) =>
      void (await ask({ verb: "dropDevice", compId, user: `${compId}${extension}` })),
    live: async (compId, whole) => (await ask({ verb: "live", compId, whole })) as LiveAgents,
    startSurvey: async (compId, agentId, callId) =>
      (await ask({ verb: "survey", compId, agentId, callId })) as CommandReply,
    dualCall: async (asked) => (await ask({ verb: "dualCall", ...asked })) as CommandReply,
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
