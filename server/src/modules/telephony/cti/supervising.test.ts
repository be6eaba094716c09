import { authApi } from "@liantai/api/contract";
import { operateLogApi } from "@liantai/api/contract/admin";
import { openOffice, type Office, type Person } from "../../../testing/office.ts";
import { createAudit } from "../../audit/index.ts";
import { rightsChanged } from "../../organisation/index.ts";
import { createSupervision, type Supervision } from "./supervising.ts";

const compId = "100001";
let office: Office;
let supervision: Supervision;
const heard: unknown[] = [];
beforeAll(async () => {
  office = await openOffice();
  const { auth } = office.composition;
  supervision = createSupervision({
    ports: office.ports,
    audit: createAudit(office.ports),
    mayDo: auth.mayDo,
    mayPress: auth.mayPress,
    heard: async (_by, what) => void heard.push(what),
    async caller(sessionId) {
      const caller = await auth.sessions.byId(sessionId);
      return "refused" in caller ? undefined : caller;
    },
  });
});
afterAll(() => office.close());

const sessionOf = async (person: Person) => (await person.call(authApi.getUser)).sessionId;
const set = (run: Parameters<Office["ports"]["database"]["system"]>[0]) => office.ports.database.system(run);

test("K22 monitors over the agents of their groups, with the permission, and as long as they have it", async () => {
  const monitor = await sessionOf(office.monitor);
  expect(await supervision.may(monitor, "1001")).toBe(true);
  for (const [sessionId, agentId] of [
    [monitor, "1005"],
    [monitor, "9999"],
    [monitor, ""],
    [await sessionOf(office.agent), "1002"],
    [await sessionOf(office.administrator), "9999"],
    [await sessionOf(office.operator), "1001"],
    ["nobody", "1001"],
  ] as const)
    expect([sessionId, agentId, await supervision.may(sessionId, agentId)]).toEqual([sessionId, agentId, false]);
  expect(await supervision.may(await sessionOf(office.administrator), "1001")).toBe(true);
  const groupId = await set(async (trx) => {
    const seat = await trx.selectFrom("seat").select("groupId").where("agentId", "=", "1001").executeTakeFirstOrThrow();
    await trx.updateTable("seat").set({ groupId: null }).where("agentId", "=", "1001").execute();
    return seat.groupId;
  });
  expect(await supervision.may(monitor, "1001")).toBe(false);
  await set((trx) =>
    trx
      .updateTable("seat")
      .set({ groupId: groupId as string })
      .where("agentId", "=", "1001")
      .execute(),
  );
  expect(await supervision.may(monitor, "1001")).toBe(true);
  const { roleId } = await office.monitor.call(authApi.getUser);
  const withhold = (value: 0 | 1) =>
    set((trx) =>
      trx
        .insertInto("role_purview")
        .values({ compId, roleId, key: "monitor", value })
        .onConflict((c) => c.columns(["compId", "roleId", "key"]).doUpdateSet({ value }))
        .execute(),
    ).then(() => rightsChanged(office.ports.broker, { roleIds: [roleId] }));
  await withhold(0);
  expect(await supervision.may(monitor, "1001")).toBe(false);
  await withhold(1);
  expect(await supervision.may(monitor, "1001")).toBe(true);
});

test("Y23 calls of robots are taken over by administrators and monitors who have the button, and it stands in the log", async () => {
  for (const [sessionId, may] of [
    [await sessionOf(office.monitor), true],
    [await sessionOf(office.administrator), true],
    [await sessionOf(office.agent), false],
    [await sessionOf(office.operator), false],
    ["nobody", false],
  ] as const)
    expect([sessionId, await supervision.mayTakeRobots(sessionId)]).toEqual([sessionId, may]);
  const sessionId = await sessionOf(office.monitor);
  await supervision.done({ sessionId, command: "pickup", agentId: "", callId: "c-robot", robot: true });
  const { list } = await office.administrator.call(operateLogApi.list, { body: { pageSize: 5 } });
  expect(list[0]).toMatchObject({ actionText: "接管机器人通话", objectName: "c-robot", user: "1005" });
});

test("K22 what a monitor did stands in the operation log, in words", async () => {
  const sessionId = await sessionOf(office.monitor);
  await supervision.done({ sessionId, command: "whisper", agentId: "1001", callId: "c-1" });
  const { list } = await office.administrator.call(operateLogApi.list, { body: { pageSize: 5 } });
  expect(list[0]).toMatchObject({ actionText: "密语", objectName: "1001", user: "1005", name: "周敏" });
  await supervision.done({ sessionId, command: "forceBusy", agentId: "1001", callId: "" });
  expect(heard).toEqual([{ compId, agentId: "1001", way: "whisper" }]);
  await supervision.done({ sessionId: "nobody", command: "insert", agentId: "1001", callId: "c-1" });
  expect((await office.administrator.call(operateLogApi.list, { body: { pageSize: 5 } })).list[0]?.actionText).toBe(
    "强制忙碌",
  );
});
