/** 会议成员: whom a room's meeting rings, and who may lead it. */
import { AppError, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { meetingMemberApi, meetingRoomApi, MeetingMemberKind } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import { fieldRefusal, unique } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { serviceOf } from "../service.ts";
import { whomOf } from "./invitees.ts";
import { own, seatOf } from "./policy.ts";
import { presentMember } from "./present.ts";
import {
  contactsLike,
  extensionsLike,
  findMember,
  insertMember,
  membersOf,
  pageMembers,
  removeMember,
  seatsLike,
  updateMember,
  visibleRooms,
  type ListedMember,
} from "./repository.ts";

type Api = typeof meetingMemberApi;

const mostStanding = 100;

async function list(
  { ports }: AdministrationDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const { rows, total } = await ports.database.tenant(compId, async (trx) =>
    pageMembers(trx, compId, await visibleRooms(trx, compId, seatOf(caller)), body),
  );
  const { pageNo, pageSize } = body;
  return { list: rows.map((row) => presentMember(row, caller)), total, pageNo, pageSize };
}

type Typed = Omit<BodyOf<Api["create"]>, "compId">;

const loggedValue = ({ kind, value }: Pick<Typed, "kind" | "value">): string =>
  kind === "number" ? maskPhone(value) : value;

/** Who it is must be there: nobody is put down who cannot be rung. */
async function rowOf(trx: Trx, compId: string, body: Typed): Promise<Typed & { readonly name: string }> {
  await whomOf(trx, compId, body);
  return { ...body, name: body.name ?? "" };
}

const taken = () => fieldRefusal("value", "成员", "该成员已在会议室中");

async function create(
  { ports, audit }: AdministrationDeps,
  { compId: named, ...body }: BodyOf<Api["create"]>,
  context: RequestContext,
): Promise<{ id: string }> {
  const compId = compOf(context.caller, named);
  const id = ports.random.id();
  await unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      const room = await own(trx, compId, context.caller, body.roomId);
      if ((await membersOf(trx, compId, room.id)).length >= mostStanding)
        throw new AppError("refused", `一个会议室最多${mostStanding}位成员`);
      const row = await rowOf(trx, compId, body);
      await insertMember(trx, { compId, id, ...row });
      await audit.write(trx, context, {
        compId,
        object: "meetingMember",
        action: "add",
        id,
        name: room.name,
        after: { ...row, value: loggedValue(row) },
      });
    }),
  );
  return { id };
}

async function found(trx: Trx, compId: string, id: string, context: RequestContext): Promise<ListedMember> {
  const member = await findMember(trx, compId, id);
  if (!member) throw new AppError("notFound", "会议成员不存在");
  await own(trx, compId, context.caller, member.roomId);
  return member;
}

async function update(
  { ports, audit }: AdministrationDeps,
  { compId: named, id, ...body }: BodyOf<Api["update"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  await unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      const before = await found(trx, compId, id, context);
      await own(trx, compId, context.caller, body.roomId);
      // A number that comes back masked is the one that was shown.
      const kept = before.kind === "number" && body.kind === "number" && body.value === maskPhone(before.value);
      const row = await rowOf(trx, compId, kept ? { ...body, value: before.value } : body);
      await updateMember(trx, compId, id, row);
      await audit.write(trx, context, {
        compId,
        object: "meetingMember",
        action: "update",
        id,
        name: before.roomName,
        before: { ...before, value: loggedValue(before) },
        after: { ...before, ...row, value: loggedValue(row) },
      });
    }),
  );
  return null;
}

async function remove(
  { ports, audit }: AdministrationDeps,
  { id, compId: named }: { readonly id: string; readonly compId?: string | undefined },
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  await ports.database.tenant(compId, async (trx) => {
    const before = await found(trx, compId, id, context);
    await removeMember(trx, compId, id);
    await audit.write(trx, context, {
      compId,
      object: "meetingMember",
      action: "delete",
      id,
      name: before.roomName,
      before: { ...before, value: loggedValue(before) },
    });
  });
  return null;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

const choosing: Readonly<
  Record<MeetingMemberKind, (trx: Trx, compId: string, keyword: string, hide: boolean) => Promise<Choice[]>>
> = {
  seat: async (trx, compId, keyword) =>
    (await seatsLike(trx, compId, keyword)).map(({ agentId, name }) => ({
      value: agentId,
      label: `${name}（${agentId}）`,
    })),
  extension: async (trx, compId, keyword) =>
    (await extensionsLike(trx, compId, keyword)).map(({ extension, agentId }) => ({
      value: extension,
      label: agentId ? `${extension}（坐席${agentId}）` : extension,
    })),
  number: async () => [],
  contact: async (trx, compId, keyword, hide) =>
    (await contactsLike(trx, compId, keyword)).map(({ id, name, phone }) => ({
      value: id,
      label: `${name}（${hide ? maskPhone(phone) : phone}）`,
    })),
};

function candidates(
  { ports }: AdministrationDeps,
  { compId: named, kind, keyword = "" }: BodyOf<(typeof meetingRoomApi)["candidates"]>,
  { caller }: RequestContext,
): Promise<Choice[]> {
  const compId = compOf(caller, named);
  return ports.database.tenant(compId, (trx) => choosing[kind](trx, compId, keyword, hidesNumbers(caller)));
}

export const createMembers = (deps: AdministrationDeps) =>
  serviceOf(deps, { list, create, update, remove, candidates });
