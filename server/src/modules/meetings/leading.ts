/** The meeting of a room: opening it, whom it rings, who is heard, its end. Each act stands in the operation log. */
import { AppError, ctiErrors, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { meetingRoomApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { CommandReply, Invitee, LiveMeeting, MeetingOrder } from "../../ports/engine.ts";
import type { AdministrationDeps } from "../deps.ts";
import { roomInfo } from "../numbers/index.ts";
import { serviceOf } from "../service.ts";
import { whomOf } from "./invitees.ts";
import { led, seatOf, seen } from "./policy.ts";
import { presentLive } from "./present.ts";
import { membersOf, type ListedMember, type RoomRow } from "./repository.ts";

type Api = typeof meetingRoomApi;
interface OfRoom {
  readonly compId?: string | undefined;
  readonly id: string;
}

/** Who did it, in the meeting's own log: a seat's number, or the account. */
const actorOf = ({ agentId, userId }: Caller): string => agentId ?? userId;

/** One that left the company is no reason for the others to wait. */
export const inviteesOf = (members: readonly ListedMember[], but: string | undefined): Invitee[] =>
  members.flatMap<Invitee>(({ kind, value, name, label, phone, host, autoInvite }) => {
    const more = { ...(name || label ? { name: name || (label ?? "") } : {}), ...(host === 1 ? { host: true } : {}) };
    if (autoInvite !== 1 || (kind === "seat" && value === but)) return [];
    if (kind === "seat") return [{ agentId: value, ...more }];
    const number = kind === "contact" ? phone : value;
    return number ? [{ number, ...more }] : [];
  });

/** Who may come as a host: whoever opens it, its owner, one of its members, or who has the host's pin. */
const canBeHosted = (
  { ownerId, hostPin }: RoomRow,
  members: readonly ListedMember[],
  own: string | undefined,
): boolean =>
  [own, ownerId, hostPin].some(Boolean) ||
  members.some(({ host, kind, autoInvite }) => host === 1 && (kind === "seat" || autoInvite === 1));

function accepted(reply: CommandReply): CommandReply {
  if (reply.code === 1) return reply;
  throw new AppError("refused", reply.msg ?? ctiErrors[reply.code] ?? "当前状态不能执行此操作");
}

const live = async ({ engine }: AdministrationDeps, compId: string, roomId: string): Promise<LiveMeeting | undefined> =>
  (await engine.meetings(compId)).find((meeting) => meeting.roomId === roomId);

const log = (
  { ports, audit }: AdministrationDeps,
  context: RequestContext,
  compId: string,
  { id, name }: RoomRow,
  action: string,
  after: Readonly<Record<string, string>>,
) =>
  ports.database.tenant(compId, (trx) =>
    audit.write(trx, context, { compId, object: "meetingRoom", action, id, name, after }),
  );

async function init(deps: AdministrationDeps, body: OfRoom, context: RequestContext): Promise<ReplyOf<Api["init"]>> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const { room, members } = await deps.ports.database.tenant(compId, async (trx) => {
    const found = await led(trx, compId, caller, body.id);
    return { room: found, members: await membersOf(trx, compId, found.id) };
  });
  if (room.enable !== 1) throw new AppError("refused", "会议室已停用");
  const own = seatOf(caller);
  if (room.waitForHost === 1 && !canBeHosted(room, members, own))
    throw new AppError(
      "refused",
      "会议室设置了等待主持人，但没有人能成为主持人：请设置主持人密码，或将一名成员设为主持人",
    );
  const { fields = {} } = accepted(
    await deps.engine.meeting(compId, room.id, {
      do: "init",
      by: actorOf(caller),
      room: roomInfo(room),
      ...(own ? { own } : {}),
      members: inviteesOf(members, own),
    }),
  );
  const meetingId = fields["meetingId"] ?? "";
  await log(deps, context, compId, room, "meetingInit", { meetingId });
  return { meetingId, missed: JSON.parse(fields["missed"] ?? "[]") as string[] };
}

/** order: what the engine is asked; member: for the log, whom it is about. */
async function act(
  deps: AdministrationDeps,
  body: OfRoom,
  context: RequestContext,
  action: string,
  order: (by: string) => MeetingOrder,
  member?: string,
): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const room = await deps.ports.database.tenant(compId, (trx) => led(trx, compId, caller, body.id));
  const meeting = await live(deps, compId, room.id);
  if (!meeting) throw new AppError("refused", "该会议室当前没有会议");
  const whom = member === undefined ? undefined : meeting.members.find(({ id }) => id === member);
  if (member !== undefined && !whom) throw new AppError("notFound", "成员不在会议中");
  accepted(await deps.engine.meeting(compId, room.id, order(actorOf(caller))));
  await log(deps, context, compId, room, action, {
    meetingId: meeting.meetingId,
    ...(whom ? { member: whom.name || whom.agentId || whom.number } : {}),
  });
  return null;
}

async function invite(deps: AdministrationDeps, body: BodyOf<Api["invite"]>, context: RequestContext): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  // Whose room it is comes first: nobody learns through a foreign one who is whose.
  const to = await deps.ports.database.tenant(compId, async (trx) => {
    await led(trx, compId, context.caller, body.id);
    return whomOf(trx, compId, body);
  });
  return act(deps, body, context, "meetingInvite", (by) => ({ do: "invite", by, to }));
}

type OfMember = OfRoom & { readonly member: string };

const muting =
  (muted: boolean) =>
  (deps: AdministrationDeps, { member, ...body }: OfMember, context: RequestContext): Promise<null> =>
    act(
      deps,
      body,
      context,
      muted ? "meetingMute" : "meetingUnmute",
      (by) => ({ do: "mute", by, member, muted }),
      member,
    );

const mutingAll =
  (muted: boolean) =>
  (deps: AdministrationDeps, body: OfRoom, context: RequestContext): Promise<null> =>
    act(deps, body, context, muted ? "meetingMuteAll" : "meetingUnmuteAll", (by) => ({ do: "muteAll", by, muted }));

const remove = (deps: AdministrationDeps, { member, ...body }: OfMember, context: RequestContext): Promise<null> =>
  act(deps, body, context, "meetingRemove", (by) => ({ do: "remove", by, member }), member);

const end = (deps: AdministrationDeps, body: OfRoom, context: RequestContext): Promise<null> =>
  act(deps, body, context, "meetingEnd", (by) => ({ do: "end", by }));

const recordWords = { start: "Start", stop: "Stop", pause: "Pause", resume: "Resume" } as const;

const record = (
  deps: AdministrationDeps,
  { action, ...body }: BodyOf<Api["recordControl"]>,
  context: RequestContext,
): Promise<null> =>
  act(deps, body, context, `meetingRecord${recordWords[action]}`, (by) => ({ do: "record", by, action }));

async function now(deps: AdministrationDeps, body: OfRoom, { caller }: RequestContext): Promise<ReplyOf<Api["live"]>> {
  const compId = compOf(caller, body.compId);
  const room = await deps.ports.database.tenant(compId, (trx) => seen(trx, compId, caller, body.id));
  return presentLive(await live(deps, compId, room.id), caller, deps.ports.clock.now());
}

export const createLeading = (deps: AdministrationDeps) =>
  serviceOf(deps, {
    init,
    invite,
    remove,
    mute: muting(true),
    unmute: muting(false),
    muteAll: mutingAll(true),
    unmuteAll: mutingAll(false),
    end,
    record,
    live: now,
  });
