/** Rooms, and who is and was in their meetings, as they are answered. */
import { boolean, number, object, string } from "yup";
import { liveStateKeys, meetingEndKeys } from "./words.ts";

const flag = () => number().oneOf([0, 1]).required();

/** A room the caller can see; pins only for who leads it. */
export const room = object({
  id: string().required(),
  name: string().required(),
  code: string().required(),
  hostPin: string().defined(),
  memberPin: string().defined(),
  maxMembers: number().required(),
  record: flag(),
  enterMuted: flag(),
  tone: flag(),
  waitForHost: flag(),
  enable: flag(),
  remark: string().defined(),
  /** The seat whose room it is; '': the administrators'. */
  ownerId: string().defined(),
  ownerName: string().defined(),
  /** Standing members. */
  members: number().required(),
  /** 1: a meeting is held. */
  state: flag(),
  /** Who is in it or rung. */
  present: number().required(),
  /** The caller may change the room. */
  mine: boolean().required(),
  /** The caller may lead its meetings. */
  leads: boolean().required(),
});

export const liveMember = object({
  /** What the verbs of one member name. */
  id: string().required(),
  /** Masked for who may not see numbers. */
  number: string().defined(),
  agentId: string().defined(),
  name: string().defined(),
  host: boolean().required(),
  muted: boolean().required(),
  state: string().oneOf(liveStateKeys).required(),
  /** Epoch ms; null: not in yet. */
  since: number().nullable().defined(),
});

export const stay = object({
  number: string().defined(),
  agentId: string().defined(),
  name: string().defined(),
  host: boolean().required(),
  /** Epoch ms; null: did not come, or is in it yet. */
  from: number().nullable().defined(),
  to: number().nullable().defined(),
  /** Whether, and how long, nobody heard him. */
  muted: boolean().required(),
  mutedMs: number().required(),
  why: string()
    .oneOf([...meetingEndKeys, ""])
    .defined(),
});
