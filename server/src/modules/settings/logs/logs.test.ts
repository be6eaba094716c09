import { dictionarieApi, fileApi, fileDownloadApi, loginLogApi, operateLogApi } from "@liantai/api/contract/admin";
import { readRows } from "../../../sheets/index.ts";
import { openOffice, refused, type Office } from "../../../testing/office.ts";

let office: Office;
const own = "100001";

beforeAll(async () => {
  office = await openOffice();
  await office.administrator.call(dictionarieApi.add, { body: { code: "logged", name: "记录", mode: "extend" } });
});
afterAll(() => office.close());

describe("logs", () => {
  test("sign-ins with account, device in two words and the result in Chinese; failures too", async () => {
    await refused(office.signIn({ code: own, roleType: 2, account: "1002", password: "Wrong-1234" }));
    const { list } = await office.administrator.call(loginLogApi.list, { body: { account: "1002" } });
    expect(list[0]).toMatchObject({
      account: "1002",
      compName: "联台演示企业",
      result: "bad-password",
      resultText: "密码错误",
    });
    expect(
      (await office.administrator.call(loginLogApi.list, { body: { result: "ok" } })).list.every(
        (row) => row.resultText === "登录成功" && row.compId === own,
      ),
    ).toBe(true);
    expect(
      (await office.operator.call(loginLogApi.list, { body: { pageSize: 200 } })).list.map((row) => row.compName),
    ).toEqual(expect.arrayContaining(["运营平台", "联台演示企业"]));
    expect((await refused(office.agent.call(loginLogApi.list, { body: {} }))).status).toBe(403);
    expect(
      (await office.administrator.call(loginLogApi.list, { body: { startTime: "2030-01-01 00:00:00" } })).total,
    ).toBe(0);
  });

  test("numbers in the operation log are masked for an operator where the enterprise hides them, not for its administrator", async () => {
    await office.ports.database.system(async (trx) =>
      trx
        .insertInto("operation_log")
        .values({
          id: "masked",
          compId: own,
          at: new Date(office.ports.clock.now()),
          userId: "u",
          userName: `${own}1admin`,
          nickName: "管理员",
          module: "黑名单",
          action: "add",
          object: "blackList",
          objectId: "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0a11",
          objectName: "13812345678",
          before: "null",
          after: JSON.stringify({
            phone: "13812345678",
            isHiddenNum: 1,
            note: "客户13812345678投诉",
            id: "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0a11",
            groupId: "0192f6c1-7c3e-7d30-b5a1-412345678901",
          }),
          address: "10.0.0.1",
        })
        .execute(),
    );
    const part = { body: { keyword: "1381234", compId: own } };
    expect((await office.operator.call(operateLogApi.list, part)).total).toBe(0);
    expect((await office.administrator.call(operateLogApi.list, part)).total).toBe(1);
    const ask = { body: { keyword: "13812345678", compId: own } };
    const changes = async (who: Office["operator"]) =>
      Object.fromEntries(
        (await who.call(operateLogApi.list, ask)).list[0]!.changes.map((c: { field: string; after: string | null }) => [
          c.field,
          c.after,
        ]),
      );
    expect(await changes(office.operator)).toEqual({
      phone: "138****5678",
      isHiddenNum: "是",
      note: "客户138****5678投诉",
      groupId: "（已删除）",
    });
    expect(await changes(office.administrator)).toMatchObject({ phone: "13812345678", note: "客户13812345678投诉" });
  });

  test("an id is read as the name that it has now, for who may read that row", async () => {
    const foreign = "100777";
    const ids = { mine: "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0b01", foreign: "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0b02" };
    const unit = "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0b03";
    await office.ports.database.system(async (trx) => {
      await trx.insertInto("operator_unit").values({ id: unit, parentId: null, name: "华东", sort: 1 }).execute();
      await trx.insertInto("enterprise").values({ compId: foreign, name: "别家" }).execute();
      for (const [compId, id] of [
        [own, ids.mine],
        [foreign, ids.foreign],
      ] as const)
        await trx
          .insertInto("agent_group")
          .values({ compId, id, parentId: null, name: `${compId}的组` })
          .execute();
      await trx
        .insertInto("operation_log")
        .values({
          id: "named",
          compId: own,
          at: new Date(office.ports.clock.now()),
          userId: "u",
          userName: `${own}1admin`,
          nickName: "管理员",
          module: "坐席",
          action: "update",
          object: "seat",
          objectId: "1001",
          objectName: "有名字的",
          before: JSON.stringify({ groupId: "" }),
          after: JSON.stringify({ groupId: ids.mine, groupIds: [ids.mine, ids.foreign], both: `${ids.mine},${unit}` }),
          address: "10.0.0.1",
        })
        .execute();
    });
    const read = async (who: Office["operator"]) =>
      (await who.call(operateLogApi.list, { body: { keyword: "有名字的" } })).list[0]!.changes.map(
        ({ after }) => after,
      );
    expect(await read(office.administrator)).toEqual([
      `${own}的组`,
      `${own}的组、（已删除）`,
      `${own}的组、（已删除）`,
    ]);
    // What is shared, operators read; a row of another enterprise is none of this one's.
    expect(await read(office.operator)).toEqual([`${own}的组`, `${own}的组、华东`, `${own}的组、（已删除）`]);
  });
});

test("both logs are exported as jobs, newest first, with the masking of who asked", async () => {
  for (const [endpoint, word] of [
    [loginLogApi.export, "密码错误"],
    [operateLogApi.export, "字典编码"],
  ] as const) {
    const { id } = await office.administrator.call(endpoint, { body: {} });
    let job: { state: string; rows: number } | undefined;
    for (let i = 0; i < 300 && job?.state !== "done"; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      job = (await office.administrator.call(fileDownloadApi.list, { body: { pageNo: 1, pageSize: 100 } })).list.find(
        (each) => each.id === id,
      );
    }
    expect(job).toMatchObject({ state: "done" });
    const ticket = await office.administrator.call(fileApi.ticket, { body: { kind: "export", id } });
    const { rawPayload } = await office.app.fastify.inject(ticket.url);
    const cells: string[][] = [];
    for await (const row of readRows(rawPayload, { maxRows: 10_000 })) cells.push([...row.cells]);
    expect(cells[0]![0]).toBe("时间");
    expect(cells.length).toBe(job!.rows + 1);
    expect(JSON.stringify(cells)).toContain(word);
    const times = cells.slice(1).map(([time]) => time!);
    expect(times).toEqual([...times].sort().reverse());
  }
});
