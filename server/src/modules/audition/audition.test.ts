/** Auditions through the whole HTTP layer. */
import { auditionApi, flowApi } from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { demoEnterprise } from "../system/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { subscribe, type Topics } from "../topics.ts";

let office: Office;
const told: Topics["message.send"][] = [];
beforeAll(async () => {
  office = await openOffice();
  await subscribe(office.ports.broker, "message.send", (sent) => void told.push(sent));
});
afterAll(() => office?.close());

const saying = (text: string) =>
  body([
    node("start", "start", { to: { next: "say" } }),
    node("say", "play", { says: [text], to: { next: "end" } }),
    node("end", "hangup"),
  ]);
let made = 0;
const newFlow = async () =>
  (
    await office.administrator.call(flowApi.create, {
      body: { name: `试听${(made += 1)}`, flowType: 1, flow: JSON.stringify(saying("存着的")) },
    })
  ).id;
const own = (msgId: string) =>
  told.filter(({ message }) => (message as { msgId?: string }).msgId === msgId) as unknown as {
    to: object;
    message: { type: number; eventId: string; responseEntity: { text?: string } };
  }[];

test("G62 a draft is played as it is sent, to its own account alone, and nothing of it is kept", async () => {
  const flowId = await newFlow();
  const { administrator } = office;
  const rival = await office.enter(demoEnterprise.compId);
  const { msgId } = await administrator.call(auditionApi.play, {
    body: { flowId, flow: JSON.stringify(saying("画着的")), socketId: "page" },
  });
  const play = own(msgId).find(({ message }) => message.type === 2)!;
  expect(play.message.responseEntity.text).toBe("画着的");
  expect(play.to).toMatchObject({ socketId: "page" });
  const { eventId } = play.message;
  const event = { type: "playEnd", eventId, msgId, flowId } as const;
  expect(await refused(rival.call(auditionApi.backEvent, { body: event }))).toMatchObject({ msg: "试听已结束" });
  expect(await refused(rival.call(auditionApi.voice, { query: { msgId, eventId } }))).toMatchObject({ code: 404 });
  expect(
    await refused(administrator.call(auditionApi.backEvent, { body: { ...event, flowId: "other" } })),
  ).toMatchObject({ code: 404 });
  const sound = await administrator.file(auditionApi.voice, { query: { msgId, eventId } });
  expect([sound.headers["content-type"], sound.bytes.subarray(0, 4).toString()]).toEqual(["audio/wav", "RIFF"]);
  expect(await administrator.call(auditionApi.backEvent, { body: event })).toEqual({ code: 1, msg: "" });
  expect(own(msgId).at(-1)!.message.type).toBe(12);
  expect(await refused(administrator.call(auditionApi.backEvent, { body: event }))).toMatchObject({ code: 404 });
  expect((await administrator.call(flowApi.find, { params: { id: flowId } })).flow).toContain("存着的");
});

test.each([
  ["flow", "{", "流程不是JSON"],
  ["flow", '{"nodes":[]}', "流程格式有误"],
  ["tts", "{", "音色格式有误"],
  ["caller", "1; drop", "主叫号码只能是数字"],
])("G62 a %s that is %s is refused by its name", async (field, value, text) => {
  const flowId = await newFlow();
  const answer = await refused(
    office.administrator.call(auditionApi.play, { body: { flowId, [field]: value } as never }),
  );
  expect(answer.msg).toContain(text);
  expect(answer.fields.map(({ path }) => path)).toEqual([field]);
});

test("who begins a sixth ends his oldest", async () => {
  const flowId = await newFlow();
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push((await office.administrator.call(auditionApi.play, { body: { flowId } })).msgId);
  expect(ids.map((id) => own(id).some(({ message }) => message.type === 12))).toEqual([
    ...[true, false, false, false, false, false],
  ]);
});
