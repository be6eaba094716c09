/** Seats without a soft phone: a telephone registered at the switch (1), and a line outside (0). */
import { createTestDatabase } from "../../../testing/index.ts";
import type { Database } from "../../../ports/database.ts";
import { createStage, type Stage } from "../testing/stage.ts";

let database: Database;
let s: Stage;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(() => s.stop());

const phone = "13900139000";

/** A stage whose seat 1001 has this terminal. */
async function withTerminal(terminal: {
  readonly terminalType: number;
  readonly phone?: string;
  readonly phoneConfirm?: number;
}): Promise<void> {
  s = await createStage({ database, greeting: "" });
  await database.system((trx) =>
    trx.updateTable("seat").set(terminal).where("compId", "=", s.compId).where("agentId", "=", "1001").execute(),
  );
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

describe("somebody is lost in the talk", () => {
  /** Seat 1001 talks with a caller; its telephone's user, its leg and the caller. */
  async function talking(terminal: Parameters<typeof withTerminal>[0], device: boolean) {
    await withTerminal(terminal);
    const line = terminal.phone ? await s.called(terminal.phone) : undefined;
    const agent = await ready(device);
    const caller = await s.customer();
    const at = line ?? agent.user;
    const leg = s.sw.at(at)[0]!;
    s.sw.pickUp(leg);
    await s.settle();
    expect(agent.code()).toBe(8);
    return { agent, caller, at, leg };
  }

  test.each([
    ["a page", 2],
    ["a telephone", 1],
  ])("K4 the caller of %s hears a sentence and then music, and the same agent when it is back", async (_, type) => {
    const { agent, caller } = await talking({ terminalType: type }, true);
    s.sw.drop(agent.user);
    await s.settle();
    expect(s.sw.hears(caller.leg)).toMatch(/^file /);
    await s.advance(2_000);
    expect(s.sw.hears(caller.leg)).toBe("music");
    s.sw.register(agent.user);
    await s.settle();
    const [back] = s.sw.at(agent.user).slice(-1);
    expect([s.sw.hears(back!), s.sw.hears(caller.leg)]).toEqual([`leg ${caller.leg}`, `leg ${back}`]);
    expect(agent.code()).toBe(8);
  });

  test("who comes back during the sentence cuts it off", async () => {
    const { agent, caller } = await talking({ terminalType: 2 }, true);
    s.sw.drop(agent.user);
    await s.settle();
    s.sw.register(agent.user);
    await s.settle();
    expect(s.sw.hears(caller.leg)).toBe(`leg ${s.sw.at(agent.user).at(-1)}`);
  });

  test("an agent hears that the customer is gone", async () => {
    const { agent, caller, leg } = await talking({ terminalType: 2 }, true);
    s.sw.lose(caller.leg);
    await s.settle();
    expect(s.sw.hears(leg)).toMatch(/^file /);
    s.sw.found(caller.leg);
    await s.settle();
    expect(s.sw.hears(leg)).toBe(`leg ${caller.leg}`);
    expect(agent.code()).toBe(8);
  });

  test("who is held hears no sentence: he waits already", async () => {
    const { agent, caller } = await talking({ terminalType: 2 }, true);
    await agent.command("hold", { callId: agent.callView()!.callId });
    s.sw.drop(agent.user);
    await s.settle();
    expect(s.sw.hears(caller.leg)).toBe("music");
  });

  test("T6 a line outside that was cut off is dialled again every 5 s until it answers", async () => {
    const { agent, caller, at, leg } = await talking({ terminalType: 0, phone }, false);
    s.sw.autoAnswers = false;
    s.sw.leave(leg, "failed");
    await s.settle();
    const [first] = s.sw.at(at);
    expect(first).toBeDefined();
    expect(s.sw.hears(caller.leg)).toMatch(/^file /);
    s.sw.leave(first!, "busy");
    await s.settle();
    expect(s.sw.at(at)).toEqual([]);
    await s.advance(5_000);
    const [second] = s.sw.at(at);
    s.sw.pickUp(second!);
    await s.settle();
    expect([s.sw.hears(second!), s.sw.hears(caller.leg)]).toEqual([`leg ${caller.leg}`, `leg ${second}`]);
    expect(agent.code()).toBe(8);
    await s.advance(60_000);
    expect(s.sw.at(at)).toEqual([second]);
  });

  test("T6 a line that stays away: its caller is first in line after the grace", async () => {
    const { agent, caller, at, leg } = await talking({ terminalType: 0, phone }, false);
    s.sw.autoAnswers = false;
    s.sw.leave(leg, "failed");
    await s.settle();
    s.sw.leave(s.sw.at(at)[0]!, "unreachable");
    const other = await s.ready("1002");
    await s.advance(60_000);
    expect([agent.code(), agent.reason()]).toEqual([0, "legLost"]);
    expect(other.callView()).toMatchObject({ phase: "ringing" });
    expect(s.sw.hears(caller.leg)).toBe("music");
    expect(s.sw.at(at)).toEqual([]);
  });

  test("of a consultation and of a conference: who is left alone hears the sentence, who can go on talking does not", async () => {
    const { agent, caller, leg } = await talking({ terminalType: 2 }, true);
    const other = await s.ready("1002");
    const { callId } = agent.callView()!;
    await agent.command("consult", { callId, agentId: "1002" });
    s.sw.pickUp(s.sw.at(other.user)[0]!);
    await s.settle();
    s.sw.drop(other.user);
    await s.settle();
    expect([s.sw.hears(leg), s.sw.hears(caller.leg)]).toEqual([expect.stringMatching(/^file /), "music"]);
    s.sw.register(other.user);
    await s.settle();
    const asked = s.sw.at(other.user).at(-1)!;
    expect([s.sw.hears(leg), s.sw.hears(asked)]).toEqual([`leg ${asked}`, `leg ${leg}`]);
    await agent.command("meeting", { callId });
    s.sw.drop(other.user);
    await s.settle();
    expect([s.sw.hears(leg), s.sw.hears(caller.leg)]).toEqual([`leg ${caller.leg}`, `leg ${leg}`]);
    s.sw.register(other.user);
    await s.settle();
    const back = s.sw.at(other.user).at(-1)!;
    expect(s.sw.hears(caller.leg).split(" ").sort()).toEqual(["leg", back, leg].sort());
  });
});
