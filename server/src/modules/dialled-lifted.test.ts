/** D44: agents are asked when a customer's telephone is lifted, while his sound is still being agreed on. */
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";
import { attempts, diallers, joins, makeTask, progress } from "../testing/dial-floor.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { diallers, group: { wrapUpS: 0 } });
const one = "13800138001";
const ringing = (user: string) => s.sw.at(user)[0]!;

beforeEach(async () => {
  await stage();
});

/** A task that has one number, which rings, and an agent who does not answer by himself. */
async function dialled(wanted: Parameters<typeof makeTask>[1] = {}) {
  const user = await s.called(one);
  const id = await makeTask(s, { agents: ["1001"], phones: [one], mode: "ratio", ...wanted });
  const page = await s.ready("1001");
  s.sw.autoAnswers = false;
  await joins(s, id, "1001");
  const customer = ringing(user);
  const offered = () => s.sw.at(page.user);
  return { id, page, customer, offered };
}

async function lifts(leg: string) {
  s.sw.lift(leg);
  await s.settle();
}

async function answers(leg: string) {
  s.sw.pickUp(leg);
  await s.settle();
}

test("D44 the agent's telephone rings at the lifting; both talk as soon as each can hear the other, and not before", async () => {
  const { id, page, customer, offered } = await dialled();
  await lifts(customer);
  expect(offered()).toHaveLength(1);
  await answers(offered()[0]!);
  expect(page.callView()).toMatchObject({ phase: "ringing", taskid: id });
  await answers(customer);
  expect(page.callView()).toMatchObject({ phase: "talking", taskid: id });
  // His tone is over.
  await s.advance(200);
  expect([s.sw.hears(customer), s.sw.hears(offered()[0]!)]).toEqual([`leg ${offered()[0]!}`, `leg ${customer}`]);
  await page.command("hangup", { callId: page.callView()!.callId });
  await s.settle();
  expect(await attempts(s, id)).toMatchObject([{ code: 200, abandoned: 0, answerer: "person" }]);
  expect(await progress(s, id)).toMatchObject({ answered: 1, connected: 1, abandoned: 0 });
});

test("D44 the customer's sound is there first: he is heard when the agent answers", async () => {
  const { page, customer, offered } = await dialled();
  await lifts(customer);
  await answers(customer);
  expect(offered()).toHaveLength(1);
  expect(page.callView()).toMatchObject({ phase: "ringing" });
  await answers(offered()[0]!);
  expect(page.callView()).toMatchObject({ phase: "talking" });
  // His tone is over.
  await s.advance(200);
  expect([s.sw.hears(customer), s.sw.hears(offered()[0]!)]).toEqual([`leg ${offered()[0]!}`, `leg ${customer}`]);
});

test("D44 D4 the two seconds count from the lifting: a sound that comes later makes an abandoned call", async () => {
  const { id, page, customer, offered } = await dialled();
  await lifts(customer);
  await answers(offered()[0]!);
  await s.advance(2_100);
  await answers(customer);
  expect(page.callView()).toMatchObject({ phase: "talking" });
  s.sw.leave(customer);
  await s.settle();
  expect(await attempts(s, id)).toMatchObject([{ abandoned: 1 }]);
});

test("D44 nobody is free and no sound comes: abandoned after two seconds, and the telephone is put down", async () => {
  const { id, page, customer } = await dialled();
  await page.command("setState", { state: "2" });
  await lifts(customer);
  await s.advance(2_100);
  expect(await attempts(s, id)).toMatchObject([{ abandoned: 1, cause: "taskAbandoned" }]);
  expect(s.sw.at(one)).toEqual([]);
});

test.each([
  ["while the agent's telephone rings", false],
  ["after he has answered", true],
])(
  "D44 a sound that never comes is an abandoned call that failed, %s; the agent is free again",
  async (_, answered) => {
    const { id, page, customer, offered } = await dialled();
    await lifts(customer);
    if (answered) await answers(offered()[0]!);
    s.sw.leave(customer, "failed");
    await s.settle();
    expect(offered()).toEqual([]);
    expect(page.callView()).toBeUndefined();
    expect(page.code()).toBe(1);
    expect(await attempts(s, id)).toMatchObject([{ cause: "failed", code: 200, abandoned: 1, connectedAt: null }]);
  },
);

test.each([
  ["while the agent's telephone rings", false],
  ["after he has answered", true],
])("D44 a sound that has not come after five seconds keeps nobody longer, %s", async (_, answered) => {
  const { id, page, customer, offered } = await dialled();
  await lifts(customer);
  if (answered) await answers(offered()[0]!);
  await s.advance(4_900);
  expect(page.callView()).toMatchObject({ phase: "ringing" });
  await s.advance(200);
  expect(offered()).toEqual([]);
  expect(page.callView()).toBeUndefined();
  expect(page.code()).toBe(1);
  expect(s.sw.at(one)).toEqual([]);
  expect(await attempts(s, id)).toMatchObject([{ cause: "failed", code: 200, abandoned: 1, connectedAt: null }]);
});

test("D44 an agent who hangs up before the customer's sound is there has declined, and the customer waits for another", async () => {
  const { id, page, customer, offered } = await dialled({ agents: ["1001", "1002"] });
  await lifts(customer);
  await answers(offered()[0]!);
  s.sw.leave(offered()[0]!, "normal");
  await s.settle();
  expect(page.callView()).toBeUndefined();
  const second = await s.ready("1002");
  await joins(s, id, "1002");
  await answers(customer);
  await answers(s.sw.at(second.user)[0]!);
  expect(second.callView()).toMatchObject({ phase: "talking", taskid: id });
});

test.each([
  ["a greeting", { greeting: "您好" }],
  ["应答检测", { amd: 1 as const }],
])("D44 with %s the customer's sound is waited for", async (_, settings) => {
  const { customer, offered } = await dialled(settings);
  await lifts(customer);
  await s.advance(1_000);
  expect(offered()).toEqual([]);
});
