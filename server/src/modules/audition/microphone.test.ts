/** A12: who speaks in an audition is listened to as callers are, on real sound, wherever the page's socket ends up. */
import { auditionApi, flowApi, intentApi } from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { readFile } from "node:fs/promises";
import type { BinaryReply, RequestContext } from "../../http/routes.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { lineFrames, quiet } from "../../testing/speech/line.ts";
import { openSpeech, type OwnSpeech } from "../../testing/speech/stages.ts";
import { noFlows } from "../telephony/index.ts";
import { subscribe, type Topics } from "../topics.ts";
import { createAuditionModule, createEars } from "./index.ts";

interface Told {
  readonly type: number;
  readonly msgId: string;
  readonly eventId: string;
  readonly speechParams: { readonly isText?: boolean };
  readonly responseEntity: { readonly text?: string; readonly action?: string; readonly result?: string };
}

let office: Office;
let own: OwnSpeech;
let intents: Readonly<Record<"bill" | "human", string>>;
let userId: string;
const told: Told[] = [];
let awaited: (() => void) | undefined;
beforeAll(async () => {
  own = await openSpeech();
  office = await openOffice({ speech: own.speech });
  await subscribe(office.ports.broker, "message.send", ({ to, message }: Topics["message.send"]) => {
    ({ accountId: userId } = to as { accountId: string });
    told.push(message as unknown as Told);
    awaited?.();
  });
  const add = async (name: string, sample: string) =>
    (await office.administrator.call(intentApi.add, { body: { name, samples: [sample] } })).id;
  intents = { bill: await add("查账单", "查询话费余额"), human: await add("转人工", "转人工客服") };
}, 60_000);
afterAll(async () => {
  await office?.close();
  await own?.close();
});

const asking = () =>
  body([
    node("start", "start", { to: { next: "ask" } }),
    node("ask", "speech", {
      says: ["请问您要办理什么业务"],
      config: {
        bargeInMs: 100,
        branches: [
          { id: "bill", name: "查账单" },
          { id: "human", name: "转人工" },
        ],
      },
      to: { bill: "bye", human: "seat", unknown: "bye", timeout: "bye" },
      intents,
    }),
    node("seat", "play", { says: ["正在转人工"], to: { next: "bye" } }),
    node("bye", "hangup"),
  ]);
let made = 0;
async function begin(): Promise<{ readonly msgId: string; readonly flowId: string }> {
  const { id: flowId } = await office.administrator.call(flowApi.create, {
    body: { name: `话筒${(made += 1)}`, flowType: 1, flow: JSON.stringify(asking()) },
  });
  return { ...(await office.administrator.call(auditionApi.play, { body: { flowId, isText: false } })), flowId };
}
const of = (msgId: string) => told.filter((message) => message.msgId === msgId);
/** The message of this audition that fits, once it is there. */
async function until(msgId: string, fits: (message: Told) => boolean): Promise<Told> {
  for (;;) {
    const found = of(msgId).find(fits);
    if (found) return found;
    await new Promise<void>((resolve) => (awaited = resolve));
  }
}
const bytesOf = (frames: readonly Int16Array[]): Buffer =>
  Buffer.concat(frames.map((frame) => Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)));

/** As the socket brings it: messages of 100 ms. */
async function speak(msgId: string, text: string): Promise<void> {
  const ears = createEars(office.ports);
  const sound = bytesOf([...quiet(200), ...lineFrames(await own.say(text)), ...quiet(1_200)]);
  for (let at = 0; at < sound.length; at += 1_600)
    await ears.hear({ userId }, msgId, sound.subarray(at, Math.min(sound.length, at + 1_600)));
}

test("A12 what is said is the caller's sentence: it stops the wording and takes its branch; two side by side do not mix", async () => {
  const [first, second] = [await begin(), await begin()];
  for (const { msgId } of [first, second]) {
    const asked = await until(msgId, ({ type }) => type === 3);
    expect(asked.speechParams).toMatchObject({ isText: false });
    expect(of(msgId).some(({ type }) => type === 11)).toBe(false);
  }
  await speak(first.msgId, "转人工客服");
  await until(first.msgId, ({ type, responseEntity }) => type === 2 && responseEntity.text === "正在转人工");
  const types = of(first.msgId).map(({ type }) => type);
  expect(types.indexOf(11)).toBeGreaterThan(types.indexOf(2));
  expect(types.indexOf(4)).toBeGreaterThan(types.indexOf(11));
  const heard = of(first.msgId).find(({ responseEntity }) => responseEntity.action === "heard");
  expect(heard?.responseEntity.text).toBe("转人工客服");
  expect(of(second.msgId).some(({ type }) => type === 4 || type === 11)).toBe(false);
  await speak(second.msgId, "查询话费余额");
  await until(second.msgId, ({ type }) => type === 12);
  expect(of(second.msgId).find(({ type }) => type === 14 && type)).toBeDefined();
  expect(
    of(second.msgId).flatMap(({ responseEntity: { result } }) => (result === undefined ? [] : [result])),
  ).toContain("bill");
});

test("A12 the ears of an audition are its account's: for others, and after its end, there is none", async () => {
  const { msgId, flowId } = await begin();
  await until(msgId, ({ type }) => type === 3);
  const ears = createEars(office.ports);
  expect(await ears.own({ userId }, msgId)).toBe(true);
  expect(await ears.own({ userId: "somebody" }, msgId)).toBe(false);
  expect(await ears.hear({ userId: "somebody" }, msgId, Buffer.alloc(320))).toBe(false);
  await office.administrator.call(auditionApi.backEvent, { body: { type: "hangup", msgId, flowId } });
  expect(await ears.own({ userId }, msgId)).toBe(false);
  expect(await ears.hear({ userId }, msgId, Buffer.alloc(320))).toBe(false);
});

test("A13 the sound of an audition is given by whichever process is asked for it", async () => {
  const { msgId } = await begin();
  const { eventId } = await until(msgId, ({ type }) => type === 2);
  const asked: string[] = [];
  const elsewhere = createAuditionModule({
    ports: office.ports,
    flows: {
      ...noFlows,
      speak: async (_compId, text) => {
        asked.push(text);
        return own.speech.speak(text);
      },
    },
    mayPress: async () => false,
    draft: async () => undefined,
    provinceOf: () => "",
  });
  const voice = elsewhere.routes.find(({ endpoint }) => endpoint === auditionApi.voice)!;
  const listen = (who: string) =>
    voice.handler({ query: { msgId, eventId } } as never, { caller: { userId: who } } as RequestContext);
  const sound = await listen(userId);
  expect(asked).toEqual(["请问您要办理什么业务"]);
  const { binary } = sound as BinaryReply;
  expect((binary as Buffer).length).toBe((await readFile(await own.speech.speak(asked[0]!))).length);
  await expect(listen("somebody")).rejects.toMatchObject({ code: 404 });
});
