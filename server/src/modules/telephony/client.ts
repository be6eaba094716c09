/** The engine port over the broker. */
import { AppError } from "@liantai/api/contract";
import type { Broker } from "../../ports/broker.ts";
import type { EngineClient } from "../../ports/engine.ts";
import { asking } from "./engine-replies.ts";
import { engineTopicOf, isAway } from "./topics.ts";

const requestMs = 3_000;

/** parted: each enterprise has an engine in the process with its lease. Throws AppError 'unavailable' when no engine answers. */
export function createEngineClient(broker: Broker, parted = false): EngineClient {
  const ask = asking(async (request) => {
    try {
      return await broker.request(engineTopicOf(parted, "compId" in request ? request.compId : ""), request, requestMs);
    } catch (error) {
      throw isAway(error) ? new AppError("unavailable") : error;
    }
  });
  return {
    assist: (compId, agentId, callId, order) => ask({ verb: "assist", compId, agentId, callId, order }),
    robots: (compId) => ask({ verb: "robots", compId }),
    meetings: (compId) => ask({ verb: "meetings", compId }),
    meeting: (compId, roomId, order) => ask({ verb: "meeting", compId, roomId, order }),
    serves: (compId, groupIds) => ask({ verb: "serves", compId, groupIds }),
    moveUp: (compId, callId, by, name) => ask({ verb: "moveUp", compId, callId, by, name }),
    queues: (compId) => ask({ verb: "queues", compId }),
    sendOn: (compId, callId, to, by, name) => ask({ verb: "sendOn", compId, callId, to, by, name }),
    pickUp: (compId, own, callId) => ask({ verb: "pickUp", compId, own, callId }),
    cancelCallback: (compId, id, by, name) => ask({ verb: "cancelCallback", compId, id, by, name }),
    emergency: async (compId, subject, id, by, name) =>
      void (await ask({ verb: "emergency", compId, subject, id, by, name })),
    callBack: (compId, own, number, of, sentBy) =>
      ask({ verb: "callBack", compId, own, number, of, ...(sentBy === undefined ? {} : { sentBy }) }),
    callNow: (compId, own, id, sentBy) =>
      ask({ verb: "callNow", compId, own, id, ...(sentBy === undefined ? {} : { sentBy }) }),
    join: (compId, own, agentId, mode) => ask({ verb: "join", compId, own, agentId, mode }),
    inCall: (compId, agentId) => ask({ verb: "inCall", compId, agentId }),
    retire: (compId, agentId) => ask({ verb: "retire", compId, agentId }),
    registrations: (compId) => ask({ verb: "registrations", compId }),
    dropDevice: async (compId, extension) =>
      void (await ask({ verb: "dropDevice", compId, user: `${compId}${extension}` })),
    live: (compId, whole) => ask({ verb: "live", compId, whole }),
    startSurvey: (compId, agentId, callId) => ask({ verb: "survey", compId, agentId, callId }),
    dualCall: (asked) => ask({ verb: "dualCall", ...asked }),
    bindStatus: (compId, agentId, customStatus, by) =>
      ask({ verb: "bindStatus", compId, agentId, customStatus, ...(by === undefined ? {} : { by }) }),
  };
}
