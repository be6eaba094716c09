import type { ReplyOf } from "@liantai/api/contract";
import { extensionApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { demoEnterprise } from "../../system/index.ts";
import { extensionRange } from "./service.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const call = <K extends keyof typeof extensionApi>(verb: K, body: object) =>
  office.administrator.call(extensionApi[verb], { body } as never) as Promise<ReplyOf<(typeof extensionApi)[K]>>;
const list = async (body: object = {}) => (await call("list", { pageSize: 200, ...body })).list;

test("a range keeps its leading zeros and its bounds", () => {
  expect(extensionRange("0098", "0101")).toEqual(["0098", "0099", "0100", "0101"]);
  expect(extensionRange("8000", "")).toEqual(["8000"]);
  for (const [from, to, said] of [
    ["100", "1000", "位数应相同"],
    ["1002", "1001", "不能小于"],
    ["1000", "9999", "一次最多添加2000个分机"],
  ] as const)
    expect(() => extensionRange(from, to)).toThrow(said);
});

test("K92 a range leaves out what is the code of a meeting room, and says so; another enterprise's rooms are no reason", async () => {
  const room = { name: "周会", createdAt: new Date(0) };
  await office.ports.database.system(async (trx) => {
    await trx.insertInto("enterprise").values({ compId: "999999", name: "另一家企业" }).execute();
    await trx
      .insertInto("meeting_room")
      .values([
        { ...room, compId: demoEnterprise.compId, id: "x1", code: "7001" },
        { ...room, compId: "999999", id: "x2", code: "7002" },
      ])
      .execute();
  });
  expect(await call("add", { from: "7000", to: "7002" })).toEqual({ count: 2, skipped: ["7001"] });
  expect((await list({ extension: "700" })).map((x) => x.extension)).toEqual(["7000", "7002"]);
  await call("delete", { ids: ["7000", "7002"] });
});

test("ranges leave what exists as it is and say so; every extension has a password of its own", async () => {
  expect(await call("add", { from: "1000", to: "1008" })).toEqual({
    count: 4,
    skipped: ["1001", "1002", "1003", "1004", "1005"],
  });
  expect((await list({ bound: "0" })).map((x) => x.extension)).toEqual(["1000", "1006", "1007", "1008"]);
  expect((await list({ bound: "1", agentId: "1001" }))[0]).toMatchObject({
    extension: "1001",
    agentId: "1001",
    agentName: "李晓雯",
    registered: 0,
    address: null,
  });
  const [a, b] = [
    await call("reveal", { extension: "1006", reason: "配置话机" }),
    await call("reveal", { extension: "1007", reason: "配置话机" }),
  ];
  expect(a.user).toBe(`${demoEnterprise.compId}1006`);
  expect(a.password).toHaveLength(32);
  expect(a.password).not.toBe(b.password);
  expect((await refused(call("reveal", { extension: "1006" }))).msg).toBe("请输入查看原因");
});

test("a password is shown and renewed on record, and stands nowhere in plain text", async () => {
  const old = await call("reveal", { extension: "1008", reason: "配置话机" });
  const renewed = await call("renew", { extension: "1008" });
  expect(renewed.password).not.toBe(old.password);
  expect((await call("reveal", { extension: "1008", reason: "核对" })).password).toBe(renewed.password);
  const { log, row } = await office.ports.database.system(async (trx) => ({
    log: await trx.selectFrom("operation_log").selectAll().where("object", "=", "extension").execute(),
    row: await trx.selectFrom("extension").selectAll().where("extension", "=", "1008").executeTakeFirst(),
  }));
  expect(log.map((entry) => entry.action)).toEqual(expect.arrayContaining(["reveal", "renewPassword", "add"]));
  expect(JSON.stringify(log)).toContain("核对");
  expect(JSON.stringify([log, row])).not.toContain(renewed.password);
});

test("binding moves an extension between seats, both sides at once; a bound one is not deleted", async () => {
  const seat = async (id: string) =>
    (
      await office.ports.database.system((trx) =>
        trx.selectFrom("seat").select("extension").where("agentId", "=", id).executeTakeFirst(),
      )
    )?.extension;
  await call("update", { extension: "1007", agentId: "1001" });
  expect([await seat("1001"), (await list({ extension: "1001" }))[0]?.agentId]).toEqual(["1007", null]);
  await call("update", { extension: "1007", agentId: "1002" });
  expect([await seat("1001"), await seat("1002"), (await list({ extension: "1002" }))[0]?.agentId]).toEqual([
    null,
    "1007",
    null,
  ]);
  expect((await refused(call("update", { extension: "1007", agentId: "7777" }))).msg).toBe("坐席不存在");
  expect((await refused(call("delete", { ids: ["1007", "1000"] }))).msg).toBe("分机1007已绑定坐席，请先解除绑定");
  await call("update", { extension: "1007" });
  expect(await seat("1002")).toBeNull();
  expect(await call("delete", { ids: ["1007", "1000"] })).toEqual({ count: 2 });
});

test("operators read and make them for an enterprise they name", async () => {
  expect(
    (
      await office.operator.call(extensionApi.list, {
        body: { compId: demoEnterprise.compId, registered: "0" },
      })
    ).total,
  ).toBeGreaterThan(0);
  expect(
    (
      await office.operator.call(extensionApi.list, {
        body: { compId: demoEnterprise.compId, registered: "1" },
      })
    ).total,
  ).toBe(0);
  expect((await refused(office.operator.call(extensionApi.list, { body: {} }))).msg).toBe("请选择企业");
  expect(
    await office.operator.call(extensionApi.add, { body: { compId: demoEnterprise.compId, from: "5000" } }),
  ).toEqual({ count: 1, skipped: [] });
});
