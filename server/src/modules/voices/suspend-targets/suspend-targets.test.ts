import { suspendTargetApi, voiceApi } from "@liantai/api/contract/admin";
import { telephonyApi } from "@liantai/api/contract";
import { openOffice, refused, type Office } from "../../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const page = { pageNo: 1, pageSize: 20 };
const base = {
  name: "身份验证",
  enabled: 1,
  text: "请输入身份证后六位",
  want: "digits",
  leastDigits: 6,
  mostDigits: 6,
  secret: 0,
  seconds: 15,
  turns: 3,
  dataKey: "identity",
  recorded: 1,
} as const;
const add = (more: object) => office.administrator.call(suspendTargetApi.add, { body: { ...base, ...more } });

test("K45 a target is kept with what belongs to what is wanted, and offered to seats while it is in service", async () => {
  const { id } = await add({ secret: 1 });
  const choice = await add({
    name: "确认",
    want: "choice",
    secret: 1,
    options: [
      { key: "1", name: "同意" },
      { key: "2", name: "拒绝" },
    ],
  });
  const { list } = await office.administrator.call(suspendTargetApi.list, { body: page });
  expect(list.find((row) => row.id === id)).toMatchObject({ secret: 1, recorded: 0, options: [] });
  expect(list.find((row) => row.id === choice.id)).toMatchObject({
    secret: 0,
    recorded: 1,
    options: [{ key: "1" }, {}],
  });
  const offered = async () => (await office.agent.call(telephonyApi.colleagues, {})).voices.map(({ name }) => name);
  expect(await offered()).toEqual(["确认", "身份验证"].toSorted());
  await office.administrator.call(suspendTargetApi.update, { body: { ...base, id, enabled: 0 } });
  expect(await offered()).toEqual(["确认"]);
  expect(await refused(office.agent.call(suspendTargetApi.list, { body: page }))).toMatchObject({ status: 403 });
});

test.each([
  [{ name: "确认" }, "目标名称已存在"],
  [{ text: "" }, "请输入播放内容或选择语音"],
  [{ want: "choice", options: [] }, "请至少添加一个选项"],
  [
    {
      want: "choice",
      options: [
        { key: "1", name: "甲" },
        { key: "1", name: "乙" },
      ],
    },
    "同一按键只能用一次",
  ],
  [{ want: "choice", options: [{ key: "A", name: "甲" }] }, "请选择按键"],
  [{ leastDigits: 7 }, "最多位数不能小于最少位数"],
  [{ mostDigits: 33 }, "最多位数不能大于32"],
  [{ dataKey: "a b" }, "只能用文字、数字、下划线、点和短横线"],
  [{ voiceId: "no-such" }, "语音不存在"],
])("refused: %j", async (more, msg) => {
  expect(await refused(add({ name: "另一个", ...more }))).toMatchObject({ msg });
});

test("a voice that a target plays is said to be used there, and is not deleted", async () => {
  const voice = await office.administrator.call(voiceApi.synthesise, { body: { name: "验证语音", text: "您好" } });
  await add({ name: "语音验证", text: "", voiceId: voice.id });
  expect(await office.administrator.call(voiceApi.uses, { body: { id: voice.id } })).toEqual([
    { kind: "挂起转目标", name: "语音验证" },
  ]);
  expect(await refused(office.administrator.call(voiceApi.delete, { body: { ids: [voice.id] } }))).toMatchObject({
    code: expect.any(Number),
  });
});
