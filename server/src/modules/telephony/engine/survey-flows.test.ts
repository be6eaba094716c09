/** Marks that customers give at a node of a flow, after a talk. */
import { fiveSteps, type FlowBody } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { sql } from "kysely";
import { isContact, readStream } from "../../event-log/index.ts";
import { noFlows, type FlowPort } from "../flows.ts";
import { inFlows } from "../testing/in-flows.ts";
import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));
const { world, keys, groupId } = inFlows(() => s, open);

/** Five steps, asked twice over: a second mark of the same talk is none. */
const twice = body([
  node("开始", "start", { to: { next: "评价" } }),
  node("评价", "satisfaction", {
    says: ["请评价"],
    config: { scale: fiveSteps },
    to: { rated: "再评", notRated: "再见" },
  }),
  node("再评", "satisfaction", { says: ["请再评价"], config: { scale: fiveSteps }, to: { rated: "再见" } }),
  node("再见", "hangup", { says: ["再见"] }),
]);

async function stage(
  more: Partial<FlowPort> = {},
  make: (group: string) => FlowBody = () => twice,
  outlives = false,
): Promise<void> {
  // Its group is known once it is open.
  let flows = noFlows;
  const late: Pick<FlowPort, "resolve" | "byVersion"> = {
    resolve: (...of) => flows.resolve(...of),
    byVersion: (...of) => flows.byVersion(...of),
  };
  await open({ flows: { ...world(twice), ...late, ...more }, outlives });
  flows = world(make(await groupId()));
  await s.ports.database.system((trx) =>
    sql`insert into voice_flow (comp_id, id, name, flow_type, draft, version_id, created_at, updated_at)
      values (${s.compId}, 'f1', '服务评价', 3, '', 'v1', now(), now())`.execute(trx),
  );
}

const facts = async (callId: string) =>
  (await s.ports.database.system((trx) => readStream(trx, { compId: s.compId, stream: "contact", id: callId })))
    .filter(isContact)
    .map(({ fact, actor }) => ({ ...fact, actor }));
const start = async (agentId: string, callId: string) => {
  const reply = await s.engine.request({ verb: "survey", compId: s.compId, agentId, callId });
  await s.settle();
  return reply;
};
const marks = async (callId: string) => (await facts(callId)).filter(({ type }) => type === "surveyAnswered");

describe("E21 a customer who is sent into a flow that asks for a mark", () => {
  const toFlow = async () => {
    const number = `88${s.number}`;
    await s.ports.database.system((trx) =>
      trx
        .insertInto("access_number")
        .values({ compId: s.compId, number, title: "评价", targetKind: "flow", targetId: "f1", greeting: "" })
        .execute(),
    );
    return number;
  };

  test("G133 key, name, value and the agent who sent him are kept, and once: the second mark of the talk is none", async () => {
    await stage();
    const { page, leg, callId } = await talkWith(s);
    expect(await page.command("transfer", { callId, number: await toFlow() })).toEqual({ code: 1 });
    await s.settle();
    await keys(leg, "45");
    const mark = { type: "surveyAnswered", key: "4", name: "不满意", score: 3, agentId: "1001", actor: "caller" };
    expect(await marks(callId)).toEqual([mark]);
    await s.advance(5_000);
    expect(await s.record(callId)).toMatchObject({ satisfaction: 3 });
  });

  test("G133 a mark before any talk is nobody's; the one after the talk that the flow led to is the agent's, and counts", async () => {
    await stage({}, (group) =>
      body([
        node("开始", "start", { to: { next: "评价" } }),
        node("评价", "satisfaction", { says: ["请评价"], to: { rated: "客服" } }),
        node("客服", "skillGroup", { config: { targetId: group } }),
      ]),
    );
    await queuesOf(() => s).leadTo("flow", "f1");
    const page = await s.ready("1001");
    const { leg } = await s.customer();
    await keys(leg, "1");
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    const { callId } = page.callView()!;
    await start("1001", callId);
    await keys(leg, "3");
    expect(await marks(callId)).toEqual([
      { type: "surveyAnswered", key: "1", name: "非常满意", score: 10, actor: "caller" },
      { type: "surveyAnswered", key: "3", name: "一般", score: 5, agentId: "1001", actor: "caller" },
    ]);
    expect(await s.record(callId)).toMatchObject({ satisfaction: 5 });
  });
});

describe("E21 startCSR where the enterprise has chosen a flow", () => {
  const chosen: Partial<FlowPort> = { survey: async () => ({ id: "f1", name: "服务评价" }) };
  /** 1001 has talked for five seconds, and asks for a mark. */
  async function asked(flows: Partial<FlowPort> = chosen, make?: Parameters<typeof stage>[1]) {
    await stage(flows, make);
    const talk = await talkWith(s);
    await s.advance(5_000);
    expect(await start("1001", talk.callId)).toEqual({ code: 1 });
    return talk;
  }
  const types = async (callId: string) => (await facts(callId)).map(({ type }) => type);

  test("K24 the agent wraps up, the customer is in the flow, its mark is the agent's, and with its end the talk is over", async () => {
    const { page, leg, phone, callId } = await asked();
    expect([page.code(), page.callView(), s.sw.hears(phone)]).toEqual([4, undefined, "gone"]);
    expect(s.sw.hears(leg)).toMatch(/^file /);
    expect(await s.record(callId)).toMatchObject({ endAt: null });
    await keys(leg, "5");
    const mark = { type: "surveyAnswered", key: "5", name: "非常不满意", score: 1, agentId: "1001", actor: "caller" };
    expect(await marks(callId)).toEqual([mark]);
    // Asked a second time, nothing: it hangs up by itself.
    for (let at = 0; at < 10; at++) await s.advance(10_000);
    expect(s.sw.hears(leg)).toBe("gone");
    expect(await marks(callId)).toEqual([mark]);
    expect(await s.record(callId)).toMatchObject({
      ...{ result: 200, cause: "completed", agentId: "1001" },
      talkMs: 5_000,
      satisfaction: 1,
    });
    expect((await types(callId)).filter((type) => /^survey|^flow(Entered|Left)/.test(type))).toEqual([
      ...["surveyStarted", "flowEntered", "surveyAnswered", "flowLeft"],
    ]);
  });

  test.each(["leave", "lose"] as const)(
    "K24 a customer who is gone (%s) in it ends a talk that was over",
    async (how) => {
      const { leg, callId } = await asked();
      s.sw[how](leg);
      await s.settle();
      expect(await s.record(callId)).toMatchObject({ cause: "completed", result: 200 });
    },
  );

  test.each<readonly [string, Partial<FlowPort>]>([
    ["none is chosen, or it is switched off", { survey: async () => undefined }],
    ["which it is cannot be read", { survey: () => Promise.reject(new Error("no database")) }],
    ["it is gone when it is to begin", { ...chosen, resolve: async () => undefined }],
    ["it cannot be read", { ...chosen, resolve: () => Promise.reject(new Error("no database")) }],
  ])("K24 %s: the built-in question is asked", async (_, flows) => {
    const { leg, callId } = await asked(flows);
    await keys(leg, "2");
    expect(await marks(callId)).toEqual([
      { type: "surveyAnswered", key: "2", name: "满意", score: 8, agentId: "1001", actor: "caller" },
    ]);
    await s.advance(60_000);
    expect(await s.record(callId)).toMatchObject({ cause: "completed", satisfaction: 8 });
  });

  /** Goes round without a wait, which ends it. */
  const round = [
    node("甲", "play", { to: { next: "乙" } }),
    node("乙", "condition", { to: { else: "丙" } }),
    node("丙", "condition", { to: { else: "乙" } }),
  ];

  test("K24 a flow that breaks off before it has a mark: the built-in question is asked", async () => {
    const { leg, callId } = await asked(chosen, () =>
      body([node("开始", "start", { to: { next: "乙" } }), ...round.slice(1)]),
    );
    await keys(leg, "1");
    expect(await marks(callId)).toMatchObject([{ key: "1", score: 10, agentId: "1001" }]);
  });

  test("K24 and one that breaks off after it: nobody is asked twice, and the talk is over", async () => {
    const { leg, callId } = await asked(chosen, () =>
      body([
        node("开始", "start", { to: { next: "评价" } }),
        node("评价", "satisfaction", { says: ["请评价"], to: { rated: "乙" } }),
        ...round.slice(1),
      ]),
    );
    await keys(leg, "13");
    await s.advance(60_000);
    expect(await types(callId)).toContain("flowEntered");
    expect(await marks(callId)).toMatchObject([{ key: "1", score: 10 }]);
    expect(s.sw.hears(leg)).toBe("gone");
    expect(await s.record(callId)).toMatchObject({ cause: "completed", satisfaction: 10 });
  });

  test("K24 another process goes on with it where it was, and the mark is the agent's", async () => {
    await stage(chosen, () => twice, true);
    const before = s;
    const { leg, callId } = await talkWith(s);
    expect(await start("1001", callId)).toEqual({ code: 1 });
    await before.kill();
    await open({ after: before, outlives: true, flows: { ...world(twice), ...chosen } });
    await s.settle();
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await keys(leg, "4");
    expect(await marks(callId)).toMatchObject([{ key: "4", score: 3, agentId: "1001" }]);
  });
});
