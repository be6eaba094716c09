/** 语音通知模板 over the whole server: kept, heard, used by tasks, and what a call is led through. */
import type { BodyOf } from "@liantai/api/contract";
import { voiceNoticeApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { createNoticeFlows, noticeFlow } from "../index.ts";
import { addTask } from "../testing/rows.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const compId = "100001";
const page = { pageNo: 1, pageSize: 20 };
const whole = {
  ...{ name: "缴费提醒", text: "${客户姓名}您好，应缴${金额}元", tts: "", repeats: 2, confirmKey: "1" },
  ...{ replies: [{ key: "9", text: "不再接听", refuses: 1 }], goodbye: "再见", remark: "每月" },
};
const add = (of: object = {}) =>
  office.administrator.call(voiceNoticeApi.add, { body: { ...whole, ...of } as BodyOf<typeof voiceNoticeApi.add> });
const list = async (name = "") =>
  (await office.administrator.call(voiceNoticeApi.list, { body: { ...page, name } })).list;

test("E17 a template is kept with the columns it names; one that a running task uses is not deleted, and says by whom", async () => {
  const { administrator, ports } = office;
  const { id } = await add();
  expect(await list("缴费")).toMatchObject([{ ...whole, id, variables: ["客户姓名", "金额"], tasks: 0 }]);
  await ports.database.system((trx) =>
    addTask(trx, compId, { id: "t1", ftype: 5, settings: { templateId: id, repeats: 3 } }),
  );
  expect(await list()).toMatchObject([{ tasks: 1 }]);
  expect(await refused(administrator.call(voiceNoticeApi.delete, { body: { ids: [id] } }))).toMatchObject({
    msg: expect.stringContaining("任务“任务t1”"),
  });
  await administrator.call(voiceNoticeApi.update, { body: { ...whole, id, name: "改名" } as never });
  expect(await list("改名")).toMatchObject([{ id }]);
});

test.each<readonly [object, string, string]>([
  [{ name: "" }, "name", "请输入模板名称"],
  [{ text: "" }, "text", "请输入通知内容"],
  [{ text: "${}" }, "text", "通知内容中的变量名应为1到30个字符"],
  [{ text: "字".repeat(501) }, "text", "500"],
  [{ text: Array.from({ length: 21 }, (_, at) => `\${列${at}}`).join("") }, "text", "最多使用20个变量"],
  [{ repeats: 6 }, "repeats", "播放遍数"],
  [{ confirmKey: "A" }, "confirmKey", "请选择按键"],
  [{ replies: [{ key: "1", text: "重复", refuses: 0 }] }, "replies", "回复键不能重复，也不能与确认键相同"],
  [{ replies: [{ key: "2", text: "", refuses: 0 }] }, "replies[0].text", "请输入回复内容"],
  [{ tts: '{"engineId":"x","voice":"","speed":0,"volume":0,"pitch":0}' }, "tts", "所选的合成引擎没有分配给本企业"],
  [{ tts: "{" }, "tts", "音色格式有误"],
])("a bad template is refused at its field: %j", async (of, field, message) => {
  const { fields } = await refused(add({ name: "坏的", ...of }));
  expect(fields).toContainEqual(expect.objectContaining({ path: field, message: expect.stringContaining(message) }));
});

test("E17 what is heard is a sound; nobody else's enterprise and no seat gets at it", async () => {
  const { administrator } = office;
  const heard = await administrator.file(voiceNoticeApi.preview, { query: { text: "王女士您好", tts: "" } } as never);
  expect([heard.status, heard.headers["content-type"]]).toEqual([200, "audio/wav"]);
  expect(heard.bytes.subarray(0, 4).toString()).toBe("RIFF");
  const other = { query: { text: "您好", compId: "200002" } } as never;
  expect(await refused(administrator.call(voiceNoticeApi.preview, other))).toMatchObject({ status: 403 });
  const seat = await office.signIn({ code: compId, roleType: 2, account: "1001" });
  expect(await refused(seat.call(voiceNoticeApi.list, { body: page as never }))).toMatchObject({ code: 403 });
});

test("a call goes on with the text it began with, in any process; the next one has the new text and the task's repeats", async () => {
  const { ports, administrator } = office;
  const [row] = await list();
  const flowId = noticeFlow("t1");
  const flows = createNoticeFlows(ports);
  const first = (await flows.resolve(compId, flowId))!;
  expect(first).toMatchObject({ flowId, flowType: 4 });
  const config = first.subs["main"]!.nodes["say"]!.config;
  expect(config).toMatchObject({ keys: ["1", "9"], tries: 3 });
  expect((await flows.resolve(compId, flowId))!.versionId).toBe(first.versionId);
  await administrator.call(voiceNoticeApi.update, { body: { ...whole, id: row!.id, text: "改过的" } as never });
  const next = (await flows.resolve(compId, flowId))!;
  expect(next.versionId).not.toBe(first.versionId);
  expect(next.subs["main"]!.nodes["say"]!.talkings[0]!.text).toBe("改过的");
  const elsewhere = createNoticeFlows(ports);
  expect(await elsewhere.byVersion(compId, first.versionId)).toEqual(first);
  expect(await elsewhere.byVersion("200002", first.versionId)).toBeUndefined();
  expect(await elsewhere.resolve("200002", flowId)).toBeUndefined();
  expect(await flows.resolve(compId, noticeFlow("gone"))).toBeUndefined();
  expect(flows.resolve(compId, "f1")).toBeUndefined();
});
