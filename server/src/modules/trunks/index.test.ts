import { createSocket } from "node:dgram";
import {
  blackListApi,
  callLimitApi,
  callNotifyLimitApi,
  routeConfigApi,
  routeGroupApi,
  routeNodeApi,
  routeOutApi,
} from "@liantai/api/contract/admin";
import { buffer } from "node:stream/consumers";
import { readRows, writeSheet } from "../../sheets/index.ts";
import { addAdministrator } from "../../testing/administrator.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const page = { pageNo: 1, pageSize: 10 };
const node = (over: object = {}) => ({
  name: "移动中继",
  address: "127.0.0.1:5099",
  transport: "udp" as const,
  codecs: ["PCMA" as const],
  concurrency: 30,
  enabled: 1 as const,
  ...over,
});
const out = (over: object = {}) => ({
  name: "国内长途",
  prefixes: "0",
  minLength: 8,
  maxLength: 12,
  strip: 0,
  prepend: "9",
  display: "default" as const,
  priority: 10,
  enabled: 1 as const,
  ...over,
});
const limit = (over: object = {}) => ({
  name: "每日一次",
  direction: "out" as const,
  prefixes: "",
  kind: "limit" as const,
  hours: [],
  perNumberPerDay: 0,
  minIntervalS: 0,
  enabled: 1 as const,
  ...over,
});
const logged = (object: string) =>
  office.ports.database.system((trx) =>
    trx.selectFrom("operation_log").selectAll().where("object", "=", object).orderBy("at").execute(),
  );

describe("trunks", () => {
  test("a trunk is kept, its password never shown; groups and routes stand on it and hold it fast", async () => {
    const { operator } = office;
    const { id } = await operator.call(routeNodeApi.add, { body: node({ userName: "u1", password: "Geheim-1" }) });
    const { list } = await operator.call(routeNodeApi.list, { body: page });
    expect(list).toMatchObject([{ id, name: "移动中继", hasPassword: true, state: "unknown", groups: [] }]);
    expect(JSON.stringify([list, await logged("routeNode")])).not.toContain("Geheim-1");
    await operator.call(routeNodeApi.update, { body: { id, ...node({ name: "移动中继A", userName: "u1" }) } });
    const row = await office.ports.database.system((trx) =>
      trx.selectFrom("route_node").select("passwordSealed").where("id", "=", id).executeTakeFirstOrThrow(),
    );
    expect(office.sealer.unseal(row.passwordSealed, "route-node/移动中继A")).toBe("Geheim-1");

    const group = await operator.call(routeGroupApi.add, {
      body: { name: "默认组", mode: "failover", enabled: 1, members: [{ nodeId: id, weight: 1 }] },
    });
    expect(await refused(operator.call(routeNodeApi.delete, { body: { ids: [id] } }))).toMatchObject({
      msg: "“移动中继A”正在被节点组“默认组”使用，不能删除",
    });
    const config = await operator.call(routeConfigApi.add, {
      body: { name: "全部", groupId: group.id, priority: 1, enabled: 1, callerPrefixes: "", calleePrefixes: "" },
    });
    expect(await refused(operator.call(routeGroupApi.delete, { body: { ids: [group.id] } }))).toMatchObject({
      msg: "“默认组”正在被路由配置“全部”使用，不能删除",
    });
    expect((await operator.call(routeGroupApi.list, { body: page })).list[0]).toMatchObject({
      members: [{ nodeId: id, nodeName: "移动中继A" }],
    });
    expect((await operator.call(routeConfigApi.list, { body: page })).list[0]).toMatchObject({
      id: config.id,
      groupName: "默认组",
      ownerCompId: null,
    });
  });

  test("names are unique, addresses are addresses, a group takes a trunk once", async () => {
    const { operator } = office;
    expect(await refused(operator.call(routeNodeApi.add, { body: node({ name: "移动中继A" }) }))).toMatchObject({
      msg: "节点名称已存在",
      data: { fields: [{ path: "name" }] },
    });
    expect(
      await refused(operator.call(routeNodeApi.add, { body: node({ name: "b", address: "300.1.1.1" }) })),
    ).toMatchObject({ msg: "请输入正确的IP地址或域名" });
    const { list } = await operator.call(routeNodeApi.list, { body: page });
    const members = [
      { nodeId: list[0]!.id, weight: 1 },
      { nodeId: list[0]!.id, weight: 2 },
    ];
    expect(
      await refused(operator.call(routeGroupApi.add, { body: { name: "x", mode: "weight", enabled: 1, members } })),
    ).toMatchObject({ msg: "同一节点只能添加一次" });
  });

  test("检测 asks the far side by SIP OPTIONS and keeps what it said", async () => {
    const far = createSocket("udp4");
    const heard: string[] = [];
    far.on("message", (data, from) => {
      heard.push(data.toString());
      far.send("SIP/2.0 200 OK\r\n\r\n", from.port, from.address);
    });
    await new Promise<void>((done) => far.bind(0, "127.0.0.1", done));
    const { id } = await office.operator.call(routeNodeApi.add, {
      body: node({ name: "本机", address: `127.0.0.1:${far.address().port}` }),
    });
    expect(await office.operator.call(routeNodeApi.check, { body: { id } })).toMatchObject({
      state: "up",
      stateText: "200 OK",
    });
    expect(heard[0]).toMatch(
      /^OPTIONS sip:127\.0\.0\.1:\d+ SIP\/2\.0\r\nVia: SIP\/2\.0\/UDP 127\.0\.0\.1:\d+;branch=z9hG4bK/,
    );
    await new Promise<void>((done) => far.close(() => done()));
    expect(await office.operator.call(routeNodeApi.check, { body: { id } })).toMatchObject({ state: "down" });
    expect((await office.operator.call(routeNodeApi.list, { body: { ...page, name: "本机" } })).list).toMatchObject([
      { state: "down", latencyMs: null },
    ]);
  });

  test("administrators of enterprises have no business here", async () => {
    expect(await refused(office.administrator.call(routeNodeApi.list, { body: page }))).toMatchObject({ status: 403 });
  });
});

describe("outbound routes", () => {
  beforeAll(() =>
    office.ports.database.system((trx) =>
      trx
        .insertInto("access_number")
        .values({
          compId: "100001",
          number: "4005",
          title: "热线",
          targetKind: "hangup",
          targetId: "",
          greeting: "",
        })
        .execute(),
    ),
  );

  test("the tester says which route applies, how the number is rewritten and which trunks carry it", async () => {
    const { administrator } = office;
    await administrator.call(routeOutApi.add, { body: out() });
    await administrator.call(routeOutApi.add, {
      body: out({
        name: "手机",
        prefixes: "13,15",
        strip: 1,
        prepend: "00",
        minLength: 11,
        maxLength: 11,
        display: "rotate",
        displayNumbers: "4001,4005",
        priority: 5,
      }),
    });
    const answer = await administrator.call(routeOutApi.test, { body: { caller: "1001", callee: "13800138000" } });
    expect(answer).toMatchObject({
      ok: true,
      routeName: "手机",
      dialled: "003800138000",
      displayed: "4001",
      trunkRoute: "全部",
      trunks: ["移动中继A"],
    });
    expect(answer.steps.filter((step) => step.outcome === "matched").map((step) => step.title)).toEqual([
      "外呼路由 手机",
      "路由配置 全部",
    ]);
    const long = await administrator.call(routeOutApi.test, { body: { caller: "1001", callee: "02112345678" } });
    expect(long).toMatchObject({ routeName: "国内长途", dialled: "902112345678" });
    expect(long.steps[2]).toMatchObject({ title: "外呼路由 手机", detail: "号码前缀不符", outcome: "skipped" });
  });

  test("a displayed number is asked for where it is needed", async () => {
    expect(
      await refused(office.administrator.call(routeOutApi.add, { body: out({ name: "x", display: "fixed" }) })),
    ).toMatchObject({ msg: "请输入外显号码" });
    expect(
      await refused(
        office.administrator.call(routeOutApi.add, { body: out({ name: "x", minLength: 9, maxLength: 8 }) }),
      ),
    ).toMatchObject({ msg: "最长位数不能小于最短位数" });
  });

  test("agents may not", async () => {
    expect(await refused(office.agent.call(routeOutApi.add, { body: out() }))).toMatchObject({ status: 403 });
  });
});

describe("call limits", () => {
  test("the tester names the rule that bars", async () => {
    const { administrator } = office;
    await administrator.call(callLimitApi.add, { body: limit({ name: "禁拨国际", kind: "bar", prefixes: "00" }) });
    await administrator.call(callLimitApi.add, {
      body: limit({ name: "工作时间外不外呼", hours: [{ from: "09:00", to: "18:00" }] }),
    });
    expect(
      await administrator.call(callLimitApi.test, { body: { direction: "out", number: "0085212345678" } }),
    ).toMatchObject({ blocked: true, reason: "禁止前缀 00" });
    expect(
      await administrator.call(callLimitApi.test, {
        body: { direction: "out", number: "13800138000", at: "2026-11-20 20:00:00" },
      }),
    ).toMatchObject({ blocked: true, reason: "当前 20:00 不在允许时段 09:00-18:00 内" });
    expect(
      await administrator.call(callLimitApi.test, {
        body: { direction: "out", number: "13800138000", at: "2026-11-20 10:00:00" },
      }),
    ).toMatchObject({ blocked: false });
    expect(
      await administrator.call(callLimitApi.test, { body: { direction: "in", number: "0085212345678" } }),
    ).toMatchObject({ blocked: false });
  });

  test("an hour range that ends before it begins is refused", async () => {
    expect(
      await refused(
        office.administrator.call(callLimitApi.add, {
          body: limit({ name: "y", hours: [{ from: "18:00", to: "09:00" }] }),
        }),
      ),
    ).toMatchObject({ msg: "结束时间应晚于开始时间" });
  });

  test("notices are kept beside them", async () => {
    const { id } = await office.administrator.call(callNotifyLimitApi.add, {
      body: { name: "频繁来电", direction: "in", calls: 5, withinHours: 2, enabled: 1 },
    });
    expect((await office.administrator.call(callNotifyLimitApi.list, { body: page })).list).toMatchObject([
      { id, calls: 5, withinHours: 2 },
    ]);
  });
});

describe("blacklists", () => {
  const black = (over: object = {}) => ({
    blackListType: 1 as const,
    phone: "13900139000",
    isPrefix: 0 as const,
    blackListCallType: 2 as const,
    remark: "骚扰",
    ...over,
  });

  test("an enterprise bars for itself, an operator for all, and each keeps to the own list", async () => {
    const { operator, administrator } = office;
    await administrator.call(blackListApi.add, { body: black() });
    await operator.call(blackListApi.add, {
      body: black({ blackListType: 0, phone: "170", isPrefix: 1, blackListCallType: 0 }),
    });
    expect(await administrator.call(blackListApi.check, { body: { phone: "13900139000" } })).toEqual({
      contained: true,
      reason: "号码在企业黑名单中：骚扰",
    });
    expect(
      await administrator.call(blackListApi.check, { body: { phone: "17012345678", blackListCallType: 0 } }),
    ).toMatchObject({ contained: true, reason: "号码在系统黑名单中：骚扰" });
    expect(
      await administrator.call(blackListApi.check, { body: { phone: "17012345678", blackListCallType: 1 } }),
    ).toMatchObject({ contained: false });
    expect(
      (await administrator.call(blackListApi.list, { body: { ...page, blackListType: 1 } })).list.map(
        (row) => row.phone,
      ),
    ).toEqual(["13900139000"]);
    expect(
      (await operator.call(blackListApi.list, { body: { ...page, blackListType: 0 } })).list.map((row) => row.phone),
    ).toEqual(["170"]);
    expect(await refused(administrator.call(blackListApi.list, { body: { ...page, blackListType: 0 } }))).toMatchObject(
      { status: 403 },
    );
    expect(await refused(administrator.call(blackListApi.add, { body: black({ blackListType: 0 }) }))).toMatchObject({
      status: 403,
    });
  });

  test("twice the same number is told, an expired one bars nobody, changes are logged", async () => {
    const { administrator, ports } = office;
    expect(await refused(administrator.call(blackListApi.add, { body: black() }))).toMatchObject({ msg: "号码已存在" });
    const { id } = await administrator.call(blackListApi.add, {
      body: black({ phone: "13700137000", expiresAt: "2020-01-01 00:00:00" }),
    });
    expect(await administrator.call(blackListApi.check, { body: { phone: "13700137000" } })).toMatchObject({
      contained: false,
    });
    for (const expiresAt of ["明天", "2026-02-30 08:00:00"])
      expect(
        await refused(administrator.call(blackListApi.add, { body: black({ phone: "13700137001", expiresAt }) })),
      ).toMatchObject({ fields: [{ path: "expiresAt", message: "失效时间格式应为 yyyy-MM-dd HH:mm:ss" }] });
    await administrator.call(blackListApi.update, { body: { id, ...black({ phone: "13700137000", remark: "改" }) } });
    await administrator.call(blackListApi.delete, { body: { blackListType: 1, ids: [id] } });
    const actions = (await logged("blackList")).filter((row) => row.objectId === id);
    expect(actions.map((row) => row.action)).toEqual(["add", "update", "delete"]);
    expect(actions[1]).toMatchObject({
      before: { remark: "骚扰" },
      after: { remark: "改" },
      nickName: "张建国",
      module: "测试",
    });
    expect(ports.clock.now()).toBeGreaterThan(0);
  });

  test("a masked number that comes back does not take the number's place", async () => {
    const second = await addAdministrator(office, "black");
    const { id } = await office.administrator.call(blackListApi.add, { body: black({ phone: "13600136000" }) });
    await second.setHidden(1);
    await second.person.call(blackListApi.update, { body: { id, ...black({ phone: "136****6000", remark: "改" }) } });
    const body = { ...page, blackListType: 1 as const, phone: "13600136000" };
    expect((await office.administrator.call(blackListApi.list, { body })).list).toMatchObject([{ remark: "改" }]);
    await office.administrator.call(blackListApi.delete, { body: { blackListType: 1, ids: [id] } });
  });

  test("a sheet of numbers is imported; wrong and repeated rows are told and given back", async () => {
    const { administrator } = office;
    const rows = [
      ["13500000001", "呼入", "骚扰"],
      ["13500000002", "", ""],
      ["abc", "呼入", ""],
      ["13500000001", "", ""],
      ["13900139000", "", ""],
      ["13500000003", "哪里", ""],
      ["135****0004", "", ""],
    ];
    const bytes = await buffer(
      writeSheet({ columns: [{ title: "号码" }, { title: "限制方向" }, { title: "原因" }], rows }),
    );
    const result = await administrator.call(blackListApi.importData, {
      body: { blackListType: 1, files: new File([new Uint8Array(bytes)], "黑名单.xlsx") },
    });
    expect(result).toMatchObject({ total: 7, succeed: 2, failing: 5, repetition: 2, failedFileId: expect.any(String) });
    expect(result.errors).toEqual(
      expect.arrayContaining([
        { row: 4, field: "号码", message: "号码只能包含数字、+、*、#" },
        { row: 7, field: "限制方向", message: "限制方向只能是呼入、呼出、呼入和呼出" },
        { row: 8, field: "号码", message: "号码没有完整显示，请填写完整的号码" },
      ]),
    );
    expect(
      await administrator.call(blackListApi.check, { body: { phone: "13500000002", blackListCallType: 1 } }),
    ).toMatchObject({ contained: true });
    const { bytes: template } = await administrator.file(blackListApi.template);
    for await (const { cells } of readRows(template, { maxRows: 10, maxBytes: 1_000_000 })) {
      expect(cells.slice(0, 3).join()).toMatch(/号码.*,限制方向,原因/);
      break;
    }
  });
});
