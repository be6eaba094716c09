/** Seats without a soft phone: a telephone registered at the switch (1), and a line outside (0). */
import { createTestDatabase } from "../../../testing/index.ts";
import type { Database } from "../../../ports/database.ts";
import { createStage, type Stage } from "../testing/stage.ts";
import { setTerminal, type Terminal } from "../testing/terminals.ts";

let database: Database;
let s: Stage;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(() => s.stop());

const phone = "13900139000";

/** A stage whose seat 1001 has this terminal. */
async function withTerminal(terminal: Terminal): Promise<void> {
  s = await createStage({ database, greeting: "" });
  await setTerminal(s, terminal);
}

const ready = async (device: boolean) => {
  const agent = await s.signIn("1001", { device });
  await agent.command("setState", { state: "1" });
  return agent;
};

test("T2 T5 a telephone on the desk rings, is lifted, and hears the caller; its agent is told while it is not registered", async () => {
  await withTerminal({ terminalType: 1 });
  const agent = await ready(true);
  const caller = await s.customer();
  const [leg] = s.sw.at(agent.user);
  expect(agent.callView()).toMatchObject({ phase: "ringing" });
  s.sw.pickUp(leg!);
  await s.settle();
  expect(agent.code()).toBe(8);
  expect([s.sw.hears(leg!), s.sw.hears(caller.leg)]).toEqual([`leg ${caller.leg}`, `leg ${leg}`]);
  await agent.command("hangup", { callId: agent.callView()!.callId });
  s.sw.drop(agent.user);
  await s.settle();
  expect((await agent.command("getAgentState")).fields).toMatchObject({ registered: "0" });
});

test("T2 a telephone that must be lifted has twice the time of a page that answers itself", async () => {
  await withTerminal({ terminalType: 1 });
  s.sw.autoAnswers = false;
  await s.called();
  const agent = await ready(true);
  expect(await agent.command("makeCall", { number: "13800138000" })).toMatchObject({ code: 1 });
  await s.advance(29_000);
  const [own] = s.sw.at(agent.user);
  expect(own).toBeDefined();
  s.sw.pickUp(own!);
  await s.settle();
  expect(agent.callView()).toMatchObject({ phase: "dialling", number: "13800138000" });
});

test("T3 a line outside is rung for a waiting caller and sees the enterprise's number", async () => {
  await withTerminal({ terminalType: 0, phone });
  const line = await s.called(phone);
  const agent = await ready(false);
  expect(agent.code()).toBe(1);
  expect((await agent.command("getAgentState")).fields).toMatchObject({ state: "1", registered: "1" });
  const caller = await s.customer();
  const [leg] = s.sw.at(line);
  expect(s.sw.request(leg!)).toMatchObject({ to: line, from: s.number });
  s.sw.pickUp(leg!);
  await s.settle();
  expect(agent.code()).toBe(8);
  expect([s.sw.hears(leg!), s.sw.hears(caller.leg)]).toEqual([`leg ${caller.leg}`, `leg ${leg}`]);
  s.sw.leave(leg!);
  await s.settle();
  expect(agent.code()).toBe(4);
  const [record] = await s.records();
  expect(record).toMatchObject({ agentId: "1001", cause: "completed" });
});

test("K57 a seat without an extension is asked by its work number and makes calls; colleagues see it by that number", async () => {
  await withTerminal({ terminalType: 0, phone, extension: null });
  const line = await s.called(phone);
  const agent = await s.signIn("1001", { device: false, extension: "" });
  const other = await s.ready("1002");
  await s.customer();
  s.sw.pickUp(s.sw.at(other.user)[0]!);
  await s.settle();
  const { callId } = other.callView()!;
  expect(await other.command("consult", { callId, agentId: "1001" })).toMatchObject({ code: 1 });
  const [leg] = s.sw.at(line);
  s.sw.pickUp(leg!);
  await s.settle();
  expect(agent.code()).toBe(11);
  expect(other.callView()).toMatchObject({ consult: { number: "1001", up: true, mine: true } });
  await other.command("hangup", { callId });
  await agent.command("finishWrapUp");
  await s.ready("1003");
  expect(await agent.command("makeCall", { number: "1003" })).toMatchObject({ code: 1 });
  expect(agent.callView()).toMatchObject({ phase: "dialling", number: "1003" });
});

test("T4 whoever answers there presses 1 before the caller is put through", async () => {
  await withTerminal({ terminalType: 0, phone, phoneConfirm: 1 });
  const line = await s.called(phone);
  const agent = await ready(false);
  const caller = await s.customer();
  const [leg] = s.sw.at(line);
  s.sw.pickUp(leg!);
  await s.settle();
  expect(agent.callView()).toMatchObject({ phase: "ringing" });
  expect(s.sw.hears(leg!)).toMatch(/^file /);
  expect(s.sw.hears(caller.leg)).toBe("music");
  s.sw.press(leg!, "2");
  await s.settle();
  expect(agent.callView()).toMatchObject({ phase: "ringing" });
  s.sw.press(leg!, "1");
  await s.settle();
  expect(agent.code()).toBe(8);
  expect(s.sw.hears(leg!)).toBe(`leg ${caller.leg}`);
  // Later keys are the conversation's own.
  s.sw.press(leg!, "1");
  await s.settle();
  expect(await s.track(agent.callView()!.callId)).toContain("digits");
});

test("T4 who presses 1 before the words are there hears the caller, and not the words for ever", async () => {
  await withTerminal({ terminalType: 0, phone, phoneConfirm: 1 });
  const line = await s.called(phone);
  const agent = await ready(false);
  const caller = await s.customer();
  const { speech } = s.ports;
  const spoken = speech.speak.bind(speech);
  let speak = (): void => undefined;
  const held = new Promise<void>((resolve) => (speak = resolve));
  Object.assign(speech, { speak: async (text: string) => (await held, spoken(text)) });
  const [leg] = s.sw.at(line);
  s.sw.pickUp(leg!);
  await s.settle();
  s.sw.press(leg!, "1");
  await s.settle();
  expect(agent.code()).toBe(8);
  speak();
  await s.settle();
  expect(s.sw.hears(leg!)).toBe(`leg ${caller.leg}`);
});

test("T4 a mailbox that answers is hung up after a while: the caller waits on and the agent is busy", async () => {
  await withTerminal({ terminalType: 0, phone, phoneConfirm: 1 });
  const line = await s.called(phone);
  const agent = await ready(false);
  const caller = await s.customer();
  s.sw.pickUp(s.sw.at(line)[0]!);
  await s.advance(15_000);
  expect(s.sw.at(line)).toEqual([]);
  expect([agent.code(), agent.reason()]).toEqual([2, "noAnswer"]);
  expect(s.sw.hears(caller.leg)).toBe("music");
});

test("a caller who hangs up while the key is waited for frees the line", async () => {
  await withTerminal({ terminalType: 0, phone, phoneConfirm: 1 });
  const line = await s.called(phone);
  const agent = await ready(false);
  const caller = await s.customer();
  s.sw.pickUp(s.sw.at(line)[0]!);
  await s.settle();
  s.sw.leave(caller.leg);
  await s.advance(20_000);
  expect(s.sw.at(line)).toEqual([]);
  expect(agent.code()).toBe(1);
});

test("a line that cannot be reached makes its agent busy, with the reason", async () => {
  await withTerminal({ terminalType: 0, phone });
  const agent = await ready(false);
  await s.customer();
  expect([agent.code(), agent.reason()]).toEqual([2, "deviceGone"]);
});

test("a call from the bar rings the own line first, then the customer", async () => {
  await withTerminal({ terminalType: 0, phone });
  s.sw.autoAnswers = false;
  const line = await s.called(phone);
  const customer = await s.called("13700137000");
  const agent = await s.signIn("1001", { device: false });
  expect(await agent.command("makeCall", { number: "13700137000" })).toMatchObject({ code: 1 });
  expect(s.sw.at(customer)).toEqual([]);
  const [own] = s.sw.at(line);
  s.sw.pickUp(own!);
  await s.settle();
  const [far] = s.sw.at(customer);
  s.sw.pickUp(far!);
  await s.settle();
  expect(s.sw.hears(own!)).toBe(`leg ${far}`);
  expect(agent.code()).toBe(8);
});
