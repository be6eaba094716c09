/** 会议室: what is set up. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { isPublicNumber, type meetingRoomApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { fieldRefusal, unique } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { refuseUsed } from "../groups/index.ts";
import { serviceOf } from "../service.ts";
import { own, seatOf } from "./policy.ts";
import { presentRoom } from "./present.ts";
import { codeTaken, insertRoom, pageRooms, removeRoom, updateRoom, type RoomRow } from "./repository.ts";

type Api = typeof meetingRoomApi;

async function list(
  { ports, engine }: AdministrationDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const { rows, total } = await ports.database.tenant(compId, (trx) => pageRooms(trx, compId, seatOf(caller), body));
  const live = new Map((await engine.meetings(compId)).map((meeting) => [meeting.roomId, meeting]));
  return {
    list: rows.map((row) => presentRoom(row, caller, live.get(row.id))),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

type Typed = BodyOf<Api["create"]>;

const typed = ({ compId: _, hostPin = "", memberPin = "", remark = "", ...room }: Typed) => ({
  ...room,
  hostPin,
  memberPin,
  remark,
});

const taken = () => fieldRefusal("code", "会议号", "会议号已存在");

/** A number that is dialled inside must lead to one thing. before: its code until now. */
async function checkCode(trx: Trx, compId: string, code: string, before?: string): Promise<void> {
  if (code === before) return;
  if (isPublicNumber(code))
    throw fieldRefusal("code", "会议号", "会议号为4到6位数字，5、6位的不能以1、95或96开头，以免与外线号码相同");
  if (await codeTaken(trx, compId, code)) throw fieldRefusal("code", "会议号", "会议号与分机号码相同，请更换");
}

/** As the operation log keeps it: that a pin changed, not what it is. */
const logged = ({ hostPin, memberPin, ...room }: Partial<RoomRow>) => ({
  ...room,
  ...(hostPin === undefined ? {} : { hostPassword: hostPin }),
  ...(memberPin === undefined ? {} : { memberPassword: memberPin }),
});

async function create(
  { ports, audit }: AdministrationDeps,
  body: BodyOf<Api["create"]>,
  context: RequestContext,
): Promise<{ id: string }> {
  const compId = compOf(context.caller, body.compId);
  const { database, random, clock } = ports;
  const room = { ...typed(body), ownerId: seatOf(context.caller) ?? "" };
  const id = random.id();
  await unique(taken(), () =>
    database.tenant(compId, async (trx) => {
      await checkCode(trx, compId, room.code);
      await insertRoom(trx, { compId, id, ...room, createdAt: new Date(clock.now()) });
      const { name } = room;
      await audit.write(trx, context, { compId, object: "meetingRoom", action: "add", id, name, after: logged(room) });
    }),
  );
  return { id };
}

async function update(
  { ports, audit }: AdministrationDeps,
  { id, ...body }: BodyOf<Api["update"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  const room = typed(body);
  await unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      const before = await own(trx, compId, context.caller, id);
      await checkCode(trx, compId, room.code, before.code);
      await updateRoom(trx, compId, id, room);
      await audit.write(trx, context, {
        compId,
        object: "meetingRoom",
        action: "update",
        id,
        name: room.name,
        before: logged(before),
        after: logged({ ...before, ...room }),
      });
    }),
  );
  return null;
}

async function remove(
  { ports, audit, engine }: AdministrationDeps,
  { id, compId: named }: { readonly id: string; readonly compId?: string | undefined },
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  const held = (await engine.meetings(compId)).some(({ roomId }) => roomId === id);
  await ports.database.tenant(compId, async (trx) => {
    const before = await own(trx, compId, context.caller, id);
    if (held) throw new AppError("refused", "该会议室正在开会，不能删除");
    await refuseUsed(trx, compId, "meetingRoom", [id], () => before.name);
    await removeRoom(trx, compId, id);
    const { name } = before;
    await audit.write(trx, context, {
      compId,
      object: "meetingRoom",
      action: "delete",
      id,
      name,
      before: logged(before),
    });
  });
  return null;
}

export const createRooms = (deps: AdministrationDeps) => serviceOf(deps, { list, create, update, remove });
