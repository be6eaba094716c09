/** Own fields and contacts through the whole server: rules, masks, repetitions, both ways of a workbook. */
import { buffer } from "node:stream/consumers";
import { fileDownloadApi, interfaceConfigApi } from "@liantai/api/contract/admin";
import {
  contacterConfApi,
  contacterDataApi,
  customerFormDataApi,
  type ContactValues,
} from "@liantai/api/contract/workorder";
import { readRows, writeSheet } from "../../../sheets/index.ts";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { demoEnterprise } from "../../system/index.ts";
import { indexed } from "../testing/forms.ts";

const compId = demoEnterprise.compId;
const page = { pageNo: 1, pageSize: 20 };
let office: Office;
/** An agent who sees no numbers. */
let blind: Person;
let next = 0;
const phone = () => `139${String((next += 1)).padStart(8, "0")}`;
const field = (name: string, label: string, more: object = {}) =>
  office.administrator.call(contacterConfApi.add, { body: { type: "input", name, label, ...more } });
const list = async (filters: object = {}, person = office.administrator) =>
  (await person.call(contacterDataApi.list, { body: { ...page, ...filters } })).list;
const add = (
  body: { name: string; phone?: string; fields?: ContactValues; company?: string; remark?: string },
  person = office.administrator,
) => person.call(contacterDataApi.add, { body: { phone: phone(), ...body } });
const options = (...names: string[]) =>
  names.map((name, index) => ({ label_name: name, label_value: String(index + 1) }));
const sheetOf = async (rows: readonly (readonly string[])[]) =>
  new File(
    [
      new Uint8Array(
        await buffer(
          writeSheet({
            columns: ["姓名", "电话", "公司", "会员号", "等级", "爱好", "生日", "说明", "备注"].map((title) => ({
              title,
            })),
            rows,
          }),
        ),
      ),
    ],
    "联系人.xlsx",
  );
async function cellsOf(bytes: Uint8Array): Promise<string[][]> {
  const found: string[][] = [];
  for await (const { cells } of readRows(bytes, { maxRows: 1_000, maxBytes: 1_000_000 })) found.push([...cells]);
  return found;
}

beforeAll(async () => {
  office = await openOffice();
  await office.ports.database.system((trx) =>
    trx
      .updateTable("account")
      .set({ isHiddenNum: 1 })
      .where("compId", "=", compId)
      .where("account", "=", "1002")
      .execute(),
  );
  blind = await office.signIn({ code: compId, roleType: 2, account: "1002" });
  await field("member", "会员号", { distinct: 1, query: 1, maxLength: 8, sort: 1 });
  await field("level", "等级", { type: "select", items: options("普通", "贵宾"), query: 1, importRequire: 1, sort: 2 });
  await field("hobby", "爱好", { type: "checkbox", items: options("茶", "棋", "书"), query: 1, sort: 3 });
  await field("birthday", "生日", { type: "datepicker", sort: 4 });
  await field("note", "说明", { type: "textarea", query: 1, sort: 5 });
  await indexed(office);
});
afterAll(() => office?.close());

describe("own fields", () => {
  test("F61 keys, names and options are held to their rules", async () => {
    expect(await refused(field("phone", "电话二"))).toMatchObject({ msg: "该字段标识不能使用" });
    expect(await refused(field("toString", "文本"))).toMatchObject({ msg: "该字段标识不能使用" });
    expect(await refused(field("1a", "文本"))).toMatchObject({ fields: [expect.objectContaining({ path: "name" })] });
    expect(await refused(field("other", "公司"))).toMatchObject({ msg: "字段名称与固有字段重复" });
    expect(await refused(field("member", "另一个"))).toMatchObject({ msg: "字段标识已存在" });
    expect(await refused(field("member2", "会员号"))).toMatchObject({
      msg: "字段名称已存在",
      fields: [{ path: "label", label: "字段名称", message: "字段名称已存在" }],
    });
    expect(await refused(field("kind", "类别", { type: "radio" }))).toMatchObject({ msg: "请添加选项" });
    expect(
      await refused(field("kind", "类别", { type: "radio", items: [...options("甲"), ...options("甲")] })),
    ).toMatchObject({ msg: expect.stringContaining("选项名称不能重复") });
    expect(
      await refused(office.agent.call(contacterConfApi.add, { body: { type: "input", name: "x", label: "坐席的" } })),
    ).toMatchObject({ status: 403 });
    expect((await office.agent.call(contacterConfApi.list, { body: page })).list.map((row) => row.name)).toEqual([
      "member",
      "level",
      "hobby",
      "birthday",
      "note",
    ]);
  });

  test("F61 a field in use keeps its key and stays; without data it may change and go", async () => {
    const { id } = await field("spare", "备用");
    const change = (name: string, label = "备用") =>
      office.administrator.call(contacterConfApi.update, { body: { id, type: "input", name, label } });
    await change("reserve");
    const { id: contact } = await add({ name: "用备用", fields: { level: "1", reserve: "有" } });
    expect(await refused(change("other"))).toMatchObject({ msg: "该字段已有数据，不能修改字段标识" });
    expect(
      await refused(
        office.administrator.call(contacterConfApi.update, {
          body: { id, type: "textarea", name: "reserve", label: "备用" },
        }),
      ),
    ).toMatchObject({ msg: "该字段已有数据，不能修改类型" });
    expect(await refused(office.administrator.call(contacterConfApi.delete, { body: { ids: [id] } }))).toMatchObject({
      msg: "“备用”正在被1位联系人使用，不能删除",
    });
    await change("reserve", "备用二");
    await office.administrator.call(contacterDataApi.update, {
      body: { id: contact, name: "用备用", fields: { reserve: "" } },
    });
    expect(await office.administrator.call(contacterConfApi.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
    await office.administrator.call(contacterDataApi.delete, { body: { ids: [contact] } });
  });

  test("thirty are enough", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 25; i += 1) ids.push((await field(`more${i}`, `更多${i}`)).id);
    expect(await refused(field("one", "再一个"))).toMatchObject({ msg: "最多添加30个字段" });
    await office.administrator.call(contacterConfApi.delete, { body: { ids } });
  });
});

const notTelephone = "电话应为手机号码、带区号的座机号码、400、800、95、96开头的号码或+开头的国际号码";

describe("contacts", () => {
  test("F62 a contact may have a landline, as it is dialled; the same number written otherwise is taken", async () => {
    const { id } = await add({ name: "前台", phone: "020-87654321" });
    expect(await list({ name: "前台" })).toMatchObject([{ phone: "02087654321" }]);
    expect(await refused(add({ name: "另一个", phone: "02087654321" }))).toMatchObject({ msg: "电话已存在" });
    await office.administrator.call(contacterDataApi.update, { body: { id, name: "前台", phone: "400-123-4567" } });
    expect(await list({ name: "前台" })).toMatchObject([{ phone: "4001234567" }]);
    expect(await refused(add({ name: "空", phone: "138****5678" }))).toMatchObject({ msg: notTelephone });
    await office.administrator.call(contacterDataApi.delete, { body: { ids: [id] } });
  });

  test("F63 values are checked by the fields, with their messages at their places", async () => {
    await field("must", "必填项", { require: 1 });
    await field("pick", "必选项", { type: "checkbox", items: options("一"), require: 1, ruleError: "至少选一个" });
    const wrong = await refused(
      add({ name: "错", fields: { member: "123456789", level: "9", hobby: ["1", "7"], birthday: "2026-02-30" } }),
    );
    expect(Object.fromEntries(wrong.fields.map(({ path, message }) => [path, message]))).toEqual({
      "fields.member": "最多输入8个字符",
      "fields.level": "等级：请选择",
      "fields.hobby[1]": "爱好：请选择",
      "fields.birthday": "生日格式应为 yyyy-MM-dd",
      "fields.must": "该字段不能为空",
      "fields.pick": "至少选一个",
    });
    for (const row of (await office.administrator.call(contacterConfApi.list, { body: page })).list.filter(
      ({ name }) => name === "must" || name === "pick",
    ))
      await office.administrator.call(contacterConfApi.delete, { body: { ids: [row.id] } });
    expect(await refused(add({ name: "错", phone: "12345" }))).toMatchObject({ msg: notTelephone });
    expect(await refused(add({ name: "错", fields: { level: { deep: 1 } } as never }))).toMatchObject({
      msg: "自定义字段格式有误",
    });
  });

  test("F61 F65 a phone and what may not repeat are there once", async () => {
    const taken = phone();
    await add({ name: "甲", phone: taken, fields: { member: "A1" } });
    expect(await refused(add({ name: "乙", phone: taken }))).toMatchObject({ msg: "电话已存在" });
    expect(await refused(add({ name: "乙", fields: { member: "A1" } }))).toMatchObject({
      msg: "会员号已存在",
      fields: [expect.objectContaining({ path: "fields.member" })],
    });
    const { id } = await add({ name: "乙", fields: { member: "A2" } }, office.agent);
    expect(
      await refused(office.agent.call(contacterDataApi.update, { body: { id, name: "乙", phone: taken } })),
    ).toMatchObject({ msg: "电话已存在" });
    // Equal values from before it was marked stay, and may be saved again; a third is refused.
    const { id: nick } = await field("nick", "昵称");
    const { id: first } = await add({ name: "丙", fields: { nick: "小丙" } });
    await add({ name: "丁", fields: { nick: "小丙" } });
    await office.administrator.call(contacterConfApi.update, {
      body: { id: nick, type: "input", name: "nick", label: "昵称", distinct: 1 },
    });
    await office.administrator.call(contacterDataApi.update, {
      body: { id: first, name: "丙二", fields: { nick: "小丙" } },
    });
    expect(await refused(add({ name: "戊", fields: { nick: "小丙" } }))).toMatchObject({ msg: "昵称已存在" });
    expect(await refused(field("long", "长文", { type: "textarea", distinct: 1 }))).toMatchObject({
      msg: "多选和多行文本不能设为不可重复",
    });
    await office.administrator.call(contacterConfApi.update, {
      body: { id: nick, type: "input", name: "nick", label: "昵称", enabled: 0 },
    });
    const both = await Promise.allSettled([
      add({ name: "同时", fields: { member: "A3" } }),
      add({ name: "同时", fields: { member: "A3" } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("F64 filters: name, part of a phone, and words in the fields marked for it", async () => {
    const { id } = await add({
      name: "寻找者",
      phone: "13712345678",
      company: "联台公司",
      fields: { member: "F1", level: "2", hobby: ["2", "3"], note: "喜欢安静", birthday: "1990-01-02" },
    });
    for (const filters of [
      { name: "寻找" },
      { phone: "1234567" },
      { keyword: "贵宾" },
      { keyword: "棋" },
      { keyword: "安静" },
      { keyword: "F1" },
      { keyword: "联台" },
    ])
      expect(await list(filters)).toMatchObject([{ id }]);
    for (const filters of [{ keyword: "1990" }, { keyword: "%" }, { name: "寻_者" }])
      expect(await list(filters)).toEqual([]);
    const log = await office.ports.database.system((trx) =>
      trx.selectFrom("operation_log").select("after").where("objectId", "=", id).executeTakeFirstOrThrow(),
    );
    expect(log.after).toMatchObject({ name: "寻找者", 等级: "贵宾", 爱好: "棋、书" });
  });

  test("F63 F64 who sees no numbers gets them masked, finds them whole only, and leaves them as they are", async () => {
    const { id } = await add({
      name: "隐号",
      phone: "13698765432",
      remark: "另有13600001111",
      fields: { member: "H1", level: "1", note: "座机02012345678" },
    });
    expect(await list({ name: "隐号" }, blind)).toMatchObject([
      { phone: "136****5432", remark: "另有136****1111", fields: { note: "座机020****5678" } },
    ]);
    expect(await list({ phone: "1369876" }, blind)).toEqual([]);
    expect(await list({ keyword: "0201234" }, blind)).toEqual([]);
    expect(await list({ phone: "13698765432" }, blind)).toHaveLength(1);
    const body = {
      id,
      name: "隐号二",
      phone: "136****5432",
      remark: "另有136****1111",
      fields: { note: "座机020****5678", level: "2" },
    };
    await blind.call(contacterDataApi.update, { body });
    expect(await list({ name: "隐号二" })).toMatchObject([
      {
        phone: "13698765432",
        remark: "另有13600001111",
        fields: { member: "H1", level: "2", note: "座机02012345678" },
      },
    ]);
    expect(
      await refused(blind.call(contacterDataApi.update, { body: { ...body, phone: "137****5432" } })),
    ).toMatchObject({ msg: "请输入完整的电话号码" });
    await blind.call(contacterDataApi.update, { body: { id, name: "隐号三", phone: "********" } });
    expect(await list({ name: "隐号三" })).toMatchObject([{ phone: "13698765432", remark: "另有13600001111" }]);
  });
});

describe("workbooks", () => {
  const rows = [
    ["李一", "13500000001", "甲公司", "W1", "普通", "茶、书", "1988-08-08", "", ""],
    ["李二", "020-8765432", "", "W2", "贵宾", "", "", "", "好"],
    ["李三", "123", "", "", "普通", "", "", "", ""],
    ["李四", "13500000004", "", "W1", "普通", "", "", "", ""],
    ["李五", "13500000001", "", "", "普通", "", "", "", ""],
    ["李六", "13500000006", "", "A1", "普通", "", "", "", ""],
    ["李七", "13500000007", "", "", "", "", "", "", ""],
    ["李八", "13500000008", "", "", "钻石", "茶,酒", "", "", ""],
  ];
  const errors = [
    { row: 4, field: "电话", message: notTelephone },
    { row: 5, field: "", message: "会员号重复" },
    { row: 6, field: "", message: "电话重复" },
    { row: 7, field: "", message: "会员号重复" },
    { row: 8, field: "等级", message: "等级不能为空" },
    { row: 9, field: "等级", message: "等级只能是普通、贵宾" },
    { row: 9, field: "爱好", message: "爱好只能是茶、棋、书" },
  ];

  test("the check tells every fault and saves nothing; the import then saves what is good and gives back the rest", async () => {
    const files = await sheetOf(rows);
    const check = await office.agent.call(contacterDataApi.importCheck, { body: { files } });
    expect(check).toMatchObject({
      total: 8,
      succeed: 2,
      failing: 6,
      repetition: 3,
      errors,
    });
    expect(await list({ name: "李" })).toEqual([]);
    // By the token, once: nothing is uploaded twice, and it is nobody else's.
    const { token } = check;
    const byToken = (person: Person) => person.call(contacterDataApi.importSave, { body: { token } });
    expect((await refused(byToken(office.monitor))).msg).toBe("校验结果已过期，请重新上传文件");
    const { failedFileId, ...saved } = await byToken(office.agent);
    expect((await refused(byToken(office.agent))).msg).toBe("校验结果已过期，请重新上传文件");
    expect(saved).toMatchObject({ total: 8, succeed: 2, failing: 6, repetition: 3, errors });
    expect(await list({ name: "李一" })).toMatchObject([
      {
        phone: "13500000001",
        company: "甲公司",
        fields: { member: "W1", level: "1", hobby: ["1", "3"], birthday: "1988-08-08" },
      },
    ]);
    const { bytes } = await office.agent.file(contacterDataApi.failed, { query: { id: failedFileId } } as never);
    expect((await cellsOf(bytes)).slice(1).map((cells) => [cells[0], cells.at(-1)])).toEqual(
      expect.arrayContaining([
        ["李三", notTelephone],
        ["李五", "电话重复"],
      ]),
    );
    expect(
      JSON.parse(
        (await office.monitor.file(contacterDataApi.failed, { query: { id: failedFileId } } as never)).bytes.toString(),
      ),
    ).toMatchObject({ code: 404 });
    expect(await office.agent.call(contacterDataApi.importSave, { body: { files } })).toMatchObject({
      succeed: 0,
      repetition: 5,
    });
    const { bytes: template } = await office.agent.file(contacterDataApi.importTemplate);
    expect((await cellsOf(template))[0]).toEqual([
      "*姓名",
      "*电话",
      "公司",
      "会员号",
      "*等级",
      "爱好",
      "生日",
      "说明",
      "备注",
    ]);
  });

  test("the export has the columns of the configuration, in words, masked for who asked", async () => {
    const exported = async (person: Person) => {
      const { id } = await person.call(contacterDataApi.export, { body: { name: "李" } });
      for (let i = 0; i < 300; i += 1) {
        const job = (await person.call(fileDownloadApi.list, { body: page })).list.find((each) => each.id === id);
        if (job?.state === "done")
          return cellsOf((await person.file(fileDownloadApi.down, { query: { id } } as never)).bytes);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error("never done");
    };
    const [head, ...full] = await exported(office.administrator);
    expect(head).toEqual([
      "姓名",
      "电话",
      "公司",
      "会员号",
      "等级",
      "爱好",
      "生日",
      "说明",
      "备注",
      "创建时间",
      "创建人",
    ]);
    expect(full.map((cells) => cells.slice(0, 7))).toEqual(
      expect.arrayContaining([["李一", "13500000001", "甲公司", "W1", "普通", "茶、书", "1988-08-08"]]),
    );
    const hidden = await exported(blind);
    expect(hidden.slice(1).map((cells) => cells[1])).toEqual(expect.arrayContaining(["135****0001", "020****5432"]));
  });
});

test("F45 a contact is pushed as any record, by who may", async () => {
  const { id } = await add({ name: "推送的" }, office.agent);
  const push = (who: Person) => who.call(customerFormDataApi.push, { body: { ids: [id] } });
  expect(await refused(push(office.agent))).toMatchObject({ status: 403 });
  expect(await refused(push(office.administrator))).toMatchObject({ msg: expect.stringContaining("没有接口订阅") });
  await office.administrator.call(interfaceConfigApi.add, {
    body: {
      ...{
        name: "联系人",
        url: "http://127.0.0.1:9/in",
        method: "POST",
        events: ["record.pushed"],
        headers: [],
        signed: 0,
      },
      ...{ mapping: [], timeoutS: 5, maxTries: 1, sendFullNumbers: 1, enabled: 1 },
    } as never,
  });
  expect(await push(office.administrator)).toEqual({ count: 1 });
});
