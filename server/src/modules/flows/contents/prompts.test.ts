import { voiceApi } from "@liantai/api/contract/admin";
import { flowApi, flowVersionApi, recordSetApi, sharedPromptApi } from "@liantai/api/contract/flow-editor";
import { writeWav } from "@liantai/api/wav";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { bodyWith, plainNode, spoken } from "../blank.ts";
import { mapBody } from "../mapping.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const page = { pageNo: 1, pageSize: 20 };
type Wording = readonly [language: string, text: string, voiceId?: string];
const content = (...wordings: readonly Wording[]): string =>
  JSON.stringify({ wordings: wordings.map(([language, text, voiceId = ""]) => ({ language, text, voiceId })) });
const both = content(["zh", "您好"], ["en", "Hello"]);
let made = 0;
const name = () => `话术${(made += 1)}`;

const saying = (promptId: string) =>
  bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "end" }),
    plainNode("end", "hangup", "告别", {
      ...{ x: 200, y: 0 },
      talkings: [{ ...spoken("bye", ""), playType: "prompt", promptId }],
    }),
  ]);
const drawn = async (promptId: string) => {
  const body = { name: name(), flowType: 1 as const, flow: JSON.stringify(saying(promptId)) };
  return { ...(await office.administrator.call(flowApi.create, { body })), name: body.name };
};

test("G120 a supervisor changes what flows say; each save is a version, listed with its languages", async () => {
  const { monitor, agent } = office;
  const called = name();
  const { id } = await monitor.call(sharedPromptApi.add, { body: { name: called, content: both } });
  const changed = content(["zh", "早上好"]);
  await monitor.call(sharedPromptApi.update, { body: { id, name: called, version: 1, content: changed } });
  const { list } = await monitor.call(sharedPromptApi.list, { body: { ...page, name: called } });
  expect(list).toMatchObject([{ id, version: 2, languages: ["zh"], text: "早上好", voices: [] }]);
  const [, first] = await monitor.call(sharedPromptApi.versions, { body: { id } });
  expect(await monitor.call(sharedPromptApi.rollback, { body: { id, versionId: first!.versionId } })).toEqual({
    version: 3,
  });
  expect(await monitor.call(sharedPromptApi.find, { body: { id } })).toMatchObject({ version: 3, content: both });
  expect(await refused(agent.call(sharedPromptApi.find, { body: { id } }))).toMatchObject({ status: 403 });
});

test.each([
  [content(), "至少要有一种语言"],
  [content(["zh", "您好"], ["zh", "你好"]), "普通话重复"],
  [content(["xx", "您好"]), "不支持的语言“xx”"],
  [content(["en", " "]), "英语没有文字，也没有语音"],
  [content(["en", "a".repeat(501)]), "英语的文字超过500个字符"],
  ['{"wordings":[{"language":"zh"}]}', "只能有各语言的文字和语音"],
])("G120 a prompt that is none is refused with a sentence: %#", async (text, sentence) => {
  const { fields } = await refused(office.monitor.call(sharedPromptApi.add, { body: { name: name(), content: text } }));
  expect(fields.map(({ message }) => message).join()).toContain(sentence);
});

test("G120 a voice that is not there is refused, and one that a prompt says is not deleted", async () => {
  const { administrator, monitor } = office;
  const strange = content(["zh", "", "nobody"]);
  expect(
    (await refused(monitor.call(sharedPromptApi.add, { body: { name: name(), content: strange } }))).fields,
  ).toMatchObject([{ message: "语音不存在或已被删除" }]);
  const file = new File([Buffer.from(writeWav(new Int16Array(8_000), 8_000))], "a.wav", { type: "audio/wav" });
  const voice = await administrator.call(voiceApi.add, {
    body: { name: name(), source: "upload", files: file } as never,
  });
  const called = name();
  expect((await monitor.call(sharedPromptApi.voices, { body: {} })).map(({ id }) => id)).toContain(voice.id);
  await monitor.call(sharedPromptApi.add, { body: { name: called, content: content(["zh", "", voice.id]) } });
  expect((await refused(administrator.call(voiceApi.delete, { body: { ids: [voice.id] } }))).msg).toContain(called);
});

test("G120 a prompt that flows say is not deleted; who says it is found, and 录音 shows it as heard", async () => {
  const { administrator, monitor } = office;
  const called = name();
  const { id } = await monitor.call(sharedPromptApi.add, { body: { name: called, content: both } });
  const flow = await drawn(id);
  expect(await administrator.call(flowVersionApi.publish, { body: { id: flow.id, revision: 1 } })).toMatchObject({
    version: 1,
  });
  expect((await refused(monitor.call(sharedPromptApi.delete, { body: { ids: [id] } }))).msg).toBe(
    `共享话术「${called}」正在使用，不能删除：流程「${flow.name}」的节点「告别」`,
  );
  expect(
    await administrator.call(flowVersionApi.dependents, { body: { kind: "sharedPrompt", dependencyId: id } }),
  ).toMatchObject({
    flows: [{ flowName: flow.name, draft: 1, running: 1, nodes: [{ nodeName: "告别" }] }],
    others: [],
  });
  const { list } = await administrator.call(recordSetApi.list, { body: { flowId: flow.id } });
  expect(list.filter(({ talkKey }) => talkKey === "bye")).toMatchObject([
    { playType: "prompt", text: called, sounds: 1 },
  ]);
});

test("G120 a flow that says a prompt which is not there is not published", async () => {
  const { administrator } = office;
  const flow = await drawn("nobody");
  const { msg } = await refused(administrator.call(flowVersionApi.publish, { body: { id: flow.id, revision: 1 } }));
  expect(msg).toContain("第1条话术的共享话术不存在");
});

test("G120 a flow that is imported says the prompt of its new enterprise", () => {
  const { nodes } = mapBody(saying("old"), ({ id }) => (id === "old" ? "new" : "")).nodes[0]!.subProcess.flow;
  expect(nodes[1]!.talkings[0]).toMatchObject({ playType: "prompt", promptId: "new" });
});
