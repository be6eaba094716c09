/**
 * E13 of dialling: a hundred callees whose sentences are known talk with the robot of an intelligent task; levels and scores are those
 * computed by hand below, and 74 无空闲机器人 stands in no call while a line is free.
 */
import { sql } from "kysely";
import { dialTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import {
  flowApi,
  flowVersionApi,
  intentApi,
  robotAgentApi,
  robotApi,
  scoreModelApi,
} from "@liantai/api/contract/flow-editor";
import { Session } from "../adapters/embedded/speech/listening/session.ts";
import { body, node } from "../testing/flow-calls/drawing.ts";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { createSilentSpeech } from "../testing/idle.ts";
import { until } from "../testing/processes.ts";

const lines = 8;
const sentences = ["我有兴趣", "多少钱", "好的可以", "不需要谢谢", "不要再打电话了"] as const;
type Sentence = (typeof sentences)[number];

/**
 * Of the score model: 我有兴趣 40, the word 钱 25, the node 报价 20, two turns or more 15, hung up by the customer -10.
 * A 90-100, B 70-89, C 40-69, D 0-39, F who refuses.
 */
const kinds: readonly {
  readonly says: readonly Sentence[];
  readonly leaves: boolean;
  readonly level: string;
  readonly score: number;
}[] = [
  // 40 + 25 + 20 + 15.
  { says: ["我有兴趣", "多少钱"], leaves: false, level: "A", score: 100 },
  // 40 + 20 + 15.
  { says: ["我有兴趣", "好的可以"], leaves: false, level: "B", score: 75 },
  // 40 + 20 - 10: one turn.
  { says: ["我有兴趣"], leaves: true, level: "C", score: 50 },
  // One turn that nothing is given for.
  { says: ["不需要谢谢"], leaves: false, level: "D", score: 0 },
  // 40 + 20 - 10, and F all the same.
  { says: ["我有兴趣", "不要再打电话了"], leaves: true, level: "F", score: 50 },
];
const count = 100;
const phoneOf = (n: number) => `138${String(n).padStart(8, "0")}`;
const kindOf = (phone: string) => kinds[Number(phone.slice(3)) % kinds.length]!;

let o: DialOffice;
beforeAll(async () => {
  const silent = createSilentSpeech("/nowhere");
  const speak = async (text: string) => `/said/${text}`;
  o = await openDialOffice(
    {},
    {
      speech: {
        ...silent,
        ...{ speak, synthesise: speak },
        // A frame that begins with a number is the sentence of it: as a listener would that makes no mistakes.
        async listen(options, heard) {
          const session = new Session({ options, heard });
          return {
            push: (samples) => (samples[0]! > 0 ? session.type(sentences[samples[0]! - 1]!) : session.push(samples)),
            type: (text) => session.type(text),
            end: () => session.end(),
          };
        },
      },
    },
  );
});
afterAll(() => o?.close());

const blank = { intentId: null, least: null, text: null };

async function robot(): Promise<string> {
  const { administrator, operator } = o;
  const intents: Record<string, string> = {};
  for (const name of sentences.slice(0, 4))
    intents[name] = (await administrator.call(intentApi.add, { body: { name, samples: [name] } as never })).id;
  await administrator.call(scoreModelApi.save, {
    body: {
      addends: [
        { ...blank, kind: "intent", intentId: intents["我有兴趣"]!, points: 40 },
        { ...blank, kind: "keyword", text: "钱", points: 25 },
        { ...blank, kind: "node", text: "报价", points: 20 },
        { ...blank, kind: "turns", least: 2, points: 15 },
        { ...blank, kind: "hangUp", text: "customer", points: -10 },
      ],
    },
  });
  const asks = (says: string, to: Readonly<Record<string, readonly [Sentence, string]>>) => ({
    says: [says],
    config: {
      ...{ bargeInMs: 0, noInputSeconds: 30, tries: 3 },
      branches: Object.entries(to).map(([id, [name]]) => ({ id, name })),
    },
    to: Object.fromEntries(Object.entries(to).map(([id, [, target]]) => [id, target])),
    intents: Object.fromEntries(Object.entries(to).map(([id, [name]]) => [id, intents[name]!])),
  });
  const flow = body([
    node("start", "开始", "start", { to: { next: "ask" } }),
    node(
      "ask",
      "询问",
      "speech",
      asks("您对新套餐有兴趣吗", { yes: ["我有兴趣", "offer"], no: ["不需要谢谢", "bye"] }),
    ),
    node(
      "offer",
      "报价",
      "speech",
      asks("请问您想了解什么", { price: ["多少钱", "price"], fine: ["好的可以", "bye"] }),
    ),
    node("price", "价格", "play", { says: ["每月三十元"], to: { next: "bye" } }),
    node("bye", "再见", "hangup", { says: ["再见"] }),
  ]);
  const made = { name: "推荐", flowType: 2 as const, flow: JSON.stringify(flow) };
  const { id, revision } = await administrator.call(flowApi.create, { body: made });
  await administrator.call(flowVersionApi.publish, { body: { id, revision } as never });
  const line = { compId: "100001", name: "线路", concurrency: lines, expiresOn: "", enabled: 1 as const };
  await operator.call(robotApi.add, { body: line as never });
  return (
    await administrator.call(robotAgentApi.add, { body: { name: "小联", kind: 1, flowId: id, enabled: 1 } as never })
  ).id;
}

const understood = async () => {
  const { n } = await o.ports.database.system((trx) =>
    trx
      .selectFrom("event")
      .select((e) => e.fn.countAll<number>().as("n"))
      .where("type", "=", "flowStep")
      .where(sql<string>`data->>'step'`, "=", "heard")
      .executeTakeFirstOrThrow(),
  );
  return Number(n);
};

test("E13 a hundred who say what is known: levels and scores as by hand, and never 74 while a line is free", async () => {
  const robotId = await robot();
  const { clock, sw } = o;
  let [live, most, said] = [0, 0, 0];
  sw.on((event) => {
    if (event.type === "hungup") live -= 1;
    if (event.type !== "ringing") return;
    live += 1;
    most = Math.max(most, live);
    const { leg } = event;
    const { to } = sw.request(leg)!;
    const phone = typeof to === "string" ? to : to.number;
    const { says, leaves } = kindOf(phone);
    const there = () => o.at(phone).includes(leg);
    clock.after(1_000, () => sw.pickUp(leg));
    says.forEach((sentence, n) =>
      clock.after(4_000 + n * 3_000, () => {
        if (there()) said += sw.forks.saysFrame(leg, new Int16Array(160).fill(sentences.indexOf(sentence) + 1));
      }),
    );
    if (leaves) clock.after(4_000 + says.length * 3_000, () => there() && sw.leave(leg));
  });
  const taskId = await o.runs(
    { taskIdentity: "推荐套餐", ftype: 1, robotId, concurrency: 50, lines: 20, perSecond: 50, retries: [] },
    Array.from({ length: count }, (_, n) => phoneOf(n)),
  );
  const state = async () => (await o.administrator.call(dialTaskApi.progress, { body: { ids: [taskId] } }))[0]!.state;
  for (let second = 0; second < 400 && (await state()) !== "completed"; second += 1) {
    await o.advance(1_000);
    // What a sentence means is found out in a thread of its own, which knows nothing of virtual time.
    await until("all that was said is understood", async () => (await understood()) >= said);
  }
  const page = { pageNo: 1, pageSize: 200, taskId };
  const { list } = await o.administrator.call(taskPhoneApi.list, { body: page });
  expect(list.map(({ phone, level, score }) => [phone, level, score]).sort()).toEqual(
    Array.from({ length: count }, (_, n) => [phoneOf(n), kindOf(phoneOf(n)).level, kindOf(phoneOf(n)).score]),
  );
  expect(most).toBe(lines);
  const steps = await o.ports.database.system((trx) =>
    trx.selectFrom("call_record").select(["cause"]).where("taskId", "=", taskId).execute(),
  );
  expect(steps.filter(({ cause }) => cause === "noRobot")).toEqual([]);
});
