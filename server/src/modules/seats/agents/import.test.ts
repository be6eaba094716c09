import { buffer } from "node:stream/consumers";
import { agentApi, extensionApi, fileApi, seatImportApi } from "@liantai/api/contract/admin";
import { readRows, writeSheet } from "../../../sheets/index.ts";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { demoEnterprise } from "../../system/index.ts";

let office: Office;
const compId = demoEnterprise.compId;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const titles = ["*坐席工号", "*姓名", "角色", "坐席组", "终端类型", "分机", "自动接听", "来电弹屏", "隐藏号码"];
async function importing(rows: readonly string[][], more: object = {}, optional: readonly string[] = []) {
  const bytes = await buffer(writeSheet({ columns: [...titles, ...optional].map((title) => ({ title })), rows }));
  const files = [new File([bytes], "坐席.xlsx")];
  return office.administrator.call(seatImportApi.importData, { body: { ...more, files } });
}
const seats = () =>
  office.ports.database.system((trx) =>
    trx
      .selectFrom("seat as s")
      .innerJoin("account as a", (j) => j.onRef("a.agentId", "=", "s.agentId").onRef("a.compId", "=", "s.compId"))
      .select([
        "s.agentId",
        "s.name",
        "s.terminalType",
        "s.extension",
        "s.isAutoAnswer",
        "s.groupId",
        "a.roleType",
        "a.userName",
        "a.mustChange",
        "a.isHiddenNum",
        "a.groupId as accountGroup",
      ])
      .where("s.agentId", "like", "3%")
      .orderBy("s.agentId")
      .execute(),
  );

test("K92 no row makes an extension that is the code of a meeting room", async () => {
  await office.ports.database.system((trx) =>
    trx
      .insertInto("meeting_room")
      .values({ compId, id: "x1", name: "周会", code: "3099", createdAt: new Date(0) })
      .execute(),
  );
  const result = await importing([["3099", "吴一", "坐席", "客服部", "网页软电话", "3099", "", "", ""]], {
    makeExtensions: 1,
  });
  expect(result).toMatchObject({ total: 1, succeed: 0, failing: 1 });
  expect(result.errors.map(({ row, message }) => `${row} ${message}`)).toEqual(["2 分机3099与会议室的会议号相同"]);
});

test("row by row: good ones are seats with accounts, each bad one says why, and the failed rows come back as a file", async () => {
  const result = await importing(
    [
      ["3001", "吴一", "坐席", "客服部", "网页软电话", "3001", "话机自动应答", "否", "是"],
      ["3002", "吴二", "班长", "", "硬件话机", "", "", "", ""],
      ["3001", "吴三", "", "", "", "", "", "", ""],
      ["1001", "吴四", "", "", "", "", "", "", ""],
      ["30x5", "吴五", "", "", "", "", "", "", ""],
      ["3006", "", "经理", "没有的组", "", "", "", "", ""],
      ["3007", "吴七", "", "没有的组", "", "", "", "", ""],
      ["3008", "吴八", "", "", "", "1001", "", "", ""],
      ["3009", "吴九", "", "", "", "3001", "", "", ""],
      ["3010", "吴十", "2", "", "4", "", "", "", ""],
    ],
    { makeExtensions: 1 },
  );
  expect(result).toMatchObject({ total: 10, succeed: 3, failing: 7, repetition: 2 });
  expect(result.errors.map(({ row, message }) => `${row} ${message}`)).toEqual([
    "4 坐席工号3001重复",
    "5 坐席工号1001重复",
    "6 坐席工号只能是数字",
    "7 姓名不能为空",
    expect.stringContaining("7 角色应为"),
    "8 坐席组“没有的组”不存在或有重名，重名时请填 上级组/组名",
    "9 分机1001已绑定坐席1001",
    "10 分机3001已绑定坐席3001",
  ]);
  const made = await seats();
  expect(made).toMatchObject([
    {
      agentId: "3001",
      name: "吴一",
      terminalType: 2,
      extension: "3001",
      isAutoAnswer: 2,
      roleType: 2,
      userName: `${compId}23001`,
      mustChange: 1,
      isHiddenNum: 1,
      groupId: expect.any(String),
    },
    { agentId: "3002", terminalType: 1, roleType: 3, extension: null },
    { agentId: "3010", terminalType: 4, roleType: 2 },
  ]);
  expect(made[0]!.accountGroup).toBe(made[0]!.groupId);
  const file = await office.administrator.file(fileApi.down, { query: { id: result.failedFileId! } as never });
  const lines: (readonly string[])[] = [];
  for await (const { cells } of readRows(file.bytes, { maxRows: 100 })) lines.push(cells);
  expect([lines[0]!.at(-1), lines.length, lines[1]!.slice(0, 2)]).toEqual(["失败原因", 8, ["3001", "吴三"]]);
  const person = await office.signIn({ code: compId, roleType: 2, account: "3001", password: result.password! });
  expect(person.token).toBeDefined();
});

test("a line outside needs its number, as in the form", async () => {
  const lines = ["外线号码", "按键确认接听"];
  const line = (id: string, name: string, ...more: string[]) => [id, name, "", "", "外线电话", "", "", "", "", ...more];
  expect(await importing([line("3311", "冯一", "010-62345678", "是")], {}, lines)).toMatchObject({ succeed: 1 });
  const bad = await importing([line("3312", "冯二"), line("3313", "冯三", "12ab")], {}, lines);
  expect(bad.errors).toMatchObject([
    { row: 2, message: "终端类型为外线电话时，请填写外线号码" },
    { row: 3, message: expect.stringContaining("外线号码") },
  ]);
  const row = await office.ports.database.system((trx) =>
    trx.selectFrom("seat").select(["terminalType", "phone", "phoneConfirm"]).where("agentId", "=", "3311").execute(),
  );
  expect(row).toEqual([{ terminalType: 0, phone: "01062345678", phoneConfirm: 1 }]);
});

test("K39 呼转 is two columns: conditions in words and a number, an extension or one outside", async () => {
  const columns = ["呼转条件", "呼转号码"];
  const line = (id: string, ...more: string[]) => [id, "卫一", "", "", "", "", "", "", "", ...more];
  expect(await importing([line("3411", "无应答、占线", "010-62345678")], {}, columns)).toMatchObject({ succeed: 1 });
  const bad = await importing(
    [
      line("3412", "始终、占线", "13900001111"),
      line("3413", "占线", "77777"),
      line("3414", "占线"),
      line("3415", "", "1001"),
      line("3416", "占线", "4001"),
    ],
    {},
    columns,
  );
  expect(bad.errors).toMatchObject([
    { row: 2, message: "呼转条件应为始终、占线、无应答、离线，选择始终时不能再选其他" },
    { row: 3, message: "呼转号码77777不是分机，也不是电话号码" },
    { row: 4, message: "请填写呼转号码" },
    { row: 5, message: "填写呼转号码时，请填写呼转条件" },
    { row: 6, message: "不能呼转到本企业的接入号码" },
  ]);
  const row = await office.ports.database.system((trx) =>
    trx.selectFrom("seat").select(["forwardModes", "forwardTo"]).where("agentId", "=", "3411").executeTakeFirst(),
  );
  expect(row).toEqual({ forwardModes: "busy,noAnswer", forwardTo: "01062345678" });
});

test("K39 a circle of 呼转 is refused at the row that closes it, over rows, earlier imports and what the form set", async () => {
  const columns = ["呼转条件", "呼转号码"];
  const line = (id: string, to: string) => [id, "卫二", "", "", "", id, "", "", "", ...(to ? ["无应答", to] : [])];
  const first = await importing(
    [line("3421", "3422"), line("3422", "3423"), line("3423", "3421"), line("3424", "3424"), line("3425", "3421")],
    { makeExtensions: 1 },
    columns,
  );
  // Extensions that later rows make count, and are there even where their row fails.
  expect(first.errors.map(({ row, message }) => `${row} ${message}`)).toEqual([
    "4 呼转不能形成循环：3423→3421→3422→3423",
    "5 不能呼转到自己的分机",
  ]);
  expect(first).toMatchObject({ succeed: 3, failing: 2 });
  // Without new extensions a later row makes none.
  expect((await importing([line("3427", "3428"), line("3428", "")], {}, columns)).errors).toMatchObject([
    { row: 2, message: "呼转号码3428不是分机，也不是电话号码" },
    { row: 3, message: "分机3428不存在" },
  ]);
  // Of an earlier import, by way of two seats; and one that goes nowhere round is taken.
  const third = await importing([line("3423", "3425"), line("3426", "3425")], { makeExtensions: 1 }, columns);
  expect(third).toMatchObject({ succeed: 1, failing: 1 });
  expect(third.errors).toMatchObject([{ row: 2, message: "呼转不能形成循环：3423→3425→3421→3422→3423" }]);

  // The seat is there without its extension: whoever binds it closes the circle, in the form and at the extension.
  expect(await importing([["3423", "卫二", "", "", "", "", "", "", "", "占线", "3421"]], {}, columns)).toMatchObject({
    succeed: 1,
  });
  const text = "呼转不能形成循环：3423→3421→3422→3423";
  const binding = office.administrator.call(extensionApi.update, { body: { extension: "3423", agentId: "3423" } });
  expect(await refused(binding)).toMatchObject({ msg: `与坐席3423的呼转冲突：${text}`, fields: [{ path: "agentId" }] });
  const form = { name: "卫二", roleType: 2, terminalType: 2, extension: "3423", forwardModes: "busy" } as const;
  const saving = (forwardTo: string) =>
    office.administrator.call(agentApi.update, { body: { agentId: "3423", ...form, forwardTo } });
  expect(await refused(saving("3421"))).toMatchObject({ msg: text, fields: [{ path: "forwardTo" }] });
  await saving("13900001111");
});

test("聊天登录状态 is a column that may be missing: 签出, 签入, else the form's default", async () => {
  expect(await importing([["3201", "郑一", "", "", "", "", "", "", "", "签出"]], {}, ["聊天登录状态"])).toMatchObject({
    succeed: 1,
  });
  expect(await importing([["3202", "郑二"]])).toMatchObject({ succeed: 1 });
  const bad = await importing([["3203", "郑三", "", "", "", "", "", "", "", "在线"]], {}, ["聊天登录状态"]);
  expect(bad.errors).toMatchObject([{ row: 2, message: "聊天登录状态应为签入、签出之一" }]);
  const states = await office.ports.database.system((trx) =>
    trx
      .selectFrom("seat")
      .select(["agentId", "loginAgentState"])
      .where("agentId", "like", "32%")
      .orderBy("agentId")
      .execute(),
  );
  expect(states).toEqual([
    { agentId: "3201", loginAgentState: 1 },
    { agentId: "3202", loginAgentState: 0 },
  ]);
});

test("the limit of seats stops it row by row", async () => {
  const { n } = await office.ports.database.system((trx) =>
    trx
      .selectFrom("seat")
      .select((e) => e.fn.countAll().as("n"))
      .where("compId", "=", compId)
      .executeTakeFirstOrThrow(),
  );
  await office.ports.database.system((trx) =>
    trx
      .updateTable("enterprise")
      .set({ maxSeats: Number(n) + 1 })
      .where("compId", "=", compId)
      .execute(),
  );
  expect(
    await importing([
      ["3101", "甲"],
      ["3102", "乙"],
    ]),
  ).toMatchObject({ succeed: 1, failing: 1, errors: [{ row: 3, message: expect.stringContaining("坐席数已达上限") }] });
});

test("the template has the titles that the import reads", async () => {
  const { headers, bytes } = await office.administrator.file(seatImportApi.importTemplate);
  expect(String(headers["content-disposition"])).toContain(encodeURIComponent("坐席导入模板.xlsx"));
  for await (const { cells } of readRows(bytes, { maxRows: 2 }))
    expect(cells).toEqual([...titles, "外线号码", "按键确认接听", "聊天登录状态", "呼转条件", "呼转号码"]);
});

test("a foreign .csv or .xls is refused with the page's own sentence, whatever its name says", async () => {
  const text = "只能上传xlsx文件，csv、xls等其他表格请用Excel或WPS另存为xlsx后再上传";
  const sheet = await buffer(writeSheet({ columns: titles.map((title) => ({ title })), rows: [["6001", "王芳"]] }));
  for (const file of [
    new File(["坐席工号,姓名\n6001,王芳"], "坐席.csv"),
    new File(["坐席工号,姓名\n6001,王芳"], "坐席.xlsx"),
    new File([Buffer.from("d0cf11e0a1b11ae1", "hex")], "坐席.xls"),
    new File([Buffer.from("d0cf11e0a1b11ae1", "hex")], "坐席.xlsx"),
    new File([sheet], "坐席.csv"),
    new File([sheet.subarray(0, 300)], "坐席.xlsx"),
  ])
    expect(
      await refused(office.administrator.call(seatImportApi.importData, { body: { files: [file] } })),
    ).toMatchObject({ msg: text, fields: [{ path: "files", message: text }] });
  expect((await seats()).some(({ agentId }) => agentId === "6001")).toBe(false);
});
