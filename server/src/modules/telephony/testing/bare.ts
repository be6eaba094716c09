/** Parts of calls and rooms that several suites begin with. */
import type { RoomInfo } from "../../../ports/engine.ts";

/** A call in which nothing has happened, without its parties. */
export const bareCall = {
  callId: "c",
  compId: "100001",
  caller: "138",
  callee: "4001",
  startedAt: 0,
  ringingAt: 0,
  wrapUpMs: 1_000,
  hearings: {},
  recorder: { state: "off", auto: false },
  activities: {},
  talked: false,
  counter: 0,
  joined: 0,
  rings: {},
  movedMs: 0,
  hops: 0,
} as const;

/** A group of a queue. */
export const bareGroup = (id: string) =>
  ({
    id,
    name: id,
    strategy: "longest-idle",
    queueLimit: 3,
    ringMs: 20_000,
    slMs: 20_000,
    shortMs: 5_000,
    nextAfterMs: 5_000,
  }) as const;

/** Recorded, with tones, and no pins. */
export const morningRoom: RoomInfo = {
  roomId: "r1",
  name: "晨会",
  code: "8001",
  max: 4,
  enterMuted: false,
  tone: true,
  waitForHost: false,
  record: true,
  hostPin: "",
  memberPin: "",
};
