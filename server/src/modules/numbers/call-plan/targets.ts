/** Where a number leads. */
import { minuteMs } from "@liantai/api/contract";
import { readExtension } from "./identify.ts";
import { loadNumberConfig } from "../access-numbers/config.ts";
import { seatUser } from "../directory.ts";
import { readQueue, type StoredQueue } from "../queues.ts";
import { findSeat, findSkillGroups } from "../repository.ts";
import { publishedFlow } from "../flows-repository.ts";
import { resolveTarget } from "../targets.ts";
import { closedGroups, emergencyOf } from "../emergency-repository.ts";
import type { Trx } from "../../../ports/database.ts";
import { customerMinutesOf } from "../customer-priority-repository.ts";
import { vipMinutesOf } from "../vip-repository.ts";
import { findRoomById } from "../rooms-repository.ts";
import { roomInfo } from "./rooms.ts";
import type { CallerBoosts, QueuePlan, Target, TargetRef } from "./types.ts";
import { type NumbersDeps, file } from "./deps.ts";
import { forwardOf } from "./seats.ts";
import type { Verbs } from "./questions.ts";

/** Outside of any transaction: fetching a file may need one of its own. */
export async function withVoices(
  deps: NumbersDeps,
  compId: string,
  { plan, musicId, noticeVoiceId, menuVoiceId }: StoredQueue,
): Promise<QueuePlan> {
  const { menu } = plan;
  const [music, path, menuPath] = await Promise.all([
    file(deps, compId, musicId),
    file(deps, compId, noticeVoiceId),
    menu && file(deps, compId, menuVoiceId),
  ]);
  // A voice that is gone and no text to say instead: nothing is announced.
  const everyMs = path === undefined && plan.notice.text === "" ? 0 : plan.notice.everyMs;
  return {
    ...plan,
    notice: { ...plan.notice, everyMs, ...(path === undefined ? {} : { path }) },
    ...(menu && menuPath !== undefined ? { menu: { ...menu, path: menuPath } } : {}),
    ...(music === undefined ? {} : { music }),
  };
}

export async function callPlan(
  deps: NumbersDeps,
  number: Parameters<Verbs["callPlan"]>[0],
  at: Parameters<Verbs["callPlan"]>[1],
  caller?: Parameters<Verbs["callPlan"]>[2],
): ReturnType<Verbs["callPlan"]> {
  const { database } = deps;
  // A caller dials the number alone: whose it is, is the answer.
  const { config, emergency, boosts } = await database.system(async (trx) => {
    const config = await loadNumberConfig(trx, number);
    const emergency = config && (await emergencyOf(trx, config.compId, "number", number));
    return { config, emergency, boosts: config && (await boostsOf(trx, config, caller)) };
  });
  if (!config?.enabled || !boosts) return undefined;
  const { compId } = config;
  const { target: chosen, rule } = emergency ? { target: silent, rule: undefined } : resolveTarget(config, at);
  if (!emergency && chosen.kind === "none") return undefined;
  const [found, voice] = await Promise.all([
    emergency ? ofEmergency(deps, compId, emergency, at, caller) : readTarget(deps, compId, chosen, at, caller),
    file(deps, compId, chosen.greetingVoice),
  ]);
  const { greeting, greetingPath } = found ? { greeting: chosen.greeting, greetingPath: voice } : quietly;
  return {
    compId,
    number,
    title: config.title,
    greeting,
    ...(greetingPath === undefined ? {} : { greetingPath }),
    maxCalls: config.concurrency,
    boostMs: boosts.number + boosts.vip + boosts.customer,
    boosts,
    target: found ?? gone,
    rule: rule?.timeRuleName ?? "",
    ...(config.recordMode === 0 ? { recordsByHand: true } : {}),
  };
}

/** What is called, and who calls: as a VIP, and by what his customer's form says. */
const boostsOf = async (
  trx: Trx,
  { compId, priorityMin }: { readonly compId: string; readonly priorityMin: number },
  caller: string | undefined,
): Promise<CallerBoosts> => ({
  number: priorityMin * minuteMs,
  vip: caller ? (await vipMinutesOf(trx, compId, caller)) * minuteMs : 0,
  customer: caller ? (await customerMinutesOf(trx, compId, caller)) * minuteMs : 0,
});

/** Answered, so that the call has a record and its caller a sentence (docs/protocol.md Q29). */
const gone: Target = { kind: "announcement", id: "", name: "目标已停用", text: "", gone: true };
/** Nobody is greeted only to hear that. */
const quietly = { greeting: "", greetingPath: undefined } as const;

/** Nobody is greeted on the way into an emergency. */
const silent = { kind: "none", id: "", greeting: "", greetingVoice: "" } as const;

const closed = (text: string): Target => ({ kind: "announcement", id: "", name: "应急公告", text });

/** Where an emergency switch leads: a switch of that place itself is not asked. */
async function ofEmergency(
  deps: NumbersDeps,
  compId: string,
  { text, targetKind, targetId }: NonNullable<Awaited<ReturnType<typeof emergencyOf>>>,
  at: number,
  caller: string | undefined,
): Promise<Target> {
  const ref = { kind: targetKind, id: targetId };
  const leads = (await isOn(deps, compId, ref)) ? await lookUp(deps, compId, ref, at, caller) : undefined;
  return leads ?? closed(text);
}

/** A flow that is switched off is out of service for a switch alone (Q13): numbers and overflows that name it go on. */
async function isOn({ database }: NumbersDeps, compId: string, { kind, id }: TargetRef): Promise<boolean> {
  if (kind === "none") return false;
  if (kind !== "flow") return true;
  return (await database.tenant(compId, (trx) => publishedFlow(trx, compId, id)))?.enabled === 1;
}

export async function readTarget(
  deps: NumbersDeps,
  compId: Parameters<Verbs["target"]>[0],
  ref: Parameters<Verbs["target"]>[1],
  at: Parameters<Verbs["target"]>[2],
  caller?: Parameters<Verbs["target"]>[3],
): ReturnType<Verbs["target"]> {
  if (ref.kind !== "skillGroup" && ref.kind !== "dispatchQueue") return lookUp(deps, compId, ref, at, caller);
  const [emergency, any] = await deps.database.tenant(compId, async (trx) =>
    ref.kind === "skillGroup"
      ? [await emergencyOf(trx, compId, "skillGroup", ref.id), false]
      : [undefined, (await closedGroups(trx, compId)).size > 0],
  );
  if (emergency) return ofEmergency(deps, compId, emergency, at, caller);
  // All groups of a dispatch queue may be closed.
  return (await lookUp(deps, compId, ref, at, caller)) ?? (any ? closed("") : undefined);
}

async function lookUp(
  deps: NumbersDeps,
  compId: Parameters<Verbs["target"]>[0],
  { kind, id }: Parameters<Verbs["target"]>[1],
  at: Parameters<Verbs["target"]>[2],
  caller?: Parameters<Verbs["target"]>[3],
): ReturnType<Verbs["target"]> {
  const { database } = deps;
  switch (kind) {
    case "none":
      return undefined;
    case "hangup":
      return { kind, id: "", name: "" };
    case "skillGroup":
    case "dispatchQueue": {
      const stored = await database.tenant(compId, (trx) => readQueue(trx, compId, { kind, id }, at, caller));
      if (!stored) return undefined;
      const queue = await withVoices(deps, compId, stored);
      return { kind, id, name: queue.name, queue };
    }
    case "seat": {
      const seat = await database.tenant(compId, (trx) => findSeat(trx, compId, id));
      const user = seat && seatUser(seat);
      if (seat?.enabled !== 1 || user === undefined) return undefined;
      return { kind, id, name: seat.name, extension: seat.extension || id, user, ...forwardOf(seat) };
    }
    case "extension": {
      const row = await readExtension(deps, compId, id);
      if (!row) return undefined;
      const { user, agentId } = row;
      const seat =
        agentId === null ? undefined : await database.tenant(compId, (trx) => findSeat(trx, compId, agentId));
      return { kind, id, name: id, user, agentId, ...(seat?.enabled === 1 ? forwardOf(seat) : {}) };
    }
    case "meetingRoom": {
      const row = await database.tenant(compId, (trx) => findRoomById(trx, compId, id));
      return { kind, id, name: row?.name ?? "", ...(row?.enable === 1 ? { room: roomInfo(row) } : {}) };
    }
    case "voicemail":
    case "callback": {
      const [group] = await database.tenant(compId, (trx) => findSkillGroups(trx, compId, [id]));
      if (group?.enabled !== 1) return undefined;
      const { name, voicemailMaxS } = group;
      return kind === "callback" ? { kind, id, name } : { kind, id, name, maxMs: voicemailMaxS * 1_000 };
    }
    case "flow": {
      const flow = await database.tenant(compId, (trx) => publishedFlow(trx, compId, id));
      return flow && { kind, id, name: flow.name };
    }
    case "outside":
      return { kind, id, name: id, user: "", displayed: "" };
    case "voice": {
      const path = await file(deps, compId, id);
      return path === undefined ? undefined : { kind, id, name: "", path };
    }
  }
}
