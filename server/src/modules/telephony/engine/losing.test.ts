/** Whoever is lost in a talk, by terminal and by part in it: who waits hears why, and everybody has a way back. */
import type { LiveMeeting } from "../../../ports/engine.ts";
import { stagesOf, type Page, type Stage } from "../testing/stage.ts";
import { setTerminal, type Terminal } from "../testing/terminals.ts";

let s: Stage;
const stage = stagesOf((opened) => (s = opened));
const phone = "13900139000";
const sentence = expect.stringMatching(/^file /) as string;

/** Seat 1001 talks with a caller; its telephone's user, its leg and the caller. */
async function talking(terminal: Terminal, device: boolean) {
  s = await stage();
  await setTerminal(s, terminal);
  const line = terminal.phone ? await s.called(terminal.phone) : undefined;
  const agent = await s.signIn("1001", { device });
  await agent.command("setState", { state: "1" });
  const caller = await s.customer();
  const at = line ?? agent.user;
  const leg = s.sw.at(at)[0]!;
  s.sw.pickUp(leg);
  if (terminal.phoneConfirm) s.sw.press(leg, "1");
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

const hears = (...legs: string[]) => legs.map((leg) => s.sw.hears(leg));
const answers = async (user: string) => {
  const leg = s.sw.at(user).at(-1)!;
  s.sw.pickUp(leg);
  await s.settle();
  return leg;
};
const comes = async (page: Page) => {
  s.sw.register(page.user);
  await s.settle();
  return s.sw.at(page.user).at(-1)!;
};
const goes = async (page: Page) => {
  s.sw.drop(page.user);
  await s.settle();
};
const end = (page: Page) => [page.code(), page.reason()];

describe("by terminal", () => {
  test("T6 a telephone whose call broke off is called again by itself, lifted or not, until the minute is over", async () => {
    const { agent, caller, leg } = await talking({ terminalType: 1 }, true);
    s.sw.autoAnswers = false;
    // Its session ran out; it is registered as before.
    s.sw.leave(leg, "lost");
    await s.settle();
    expect(hears(caller.leg)).toEqual([sentence]);
    expect(s.sw.at(agent.user)).toHaveLength(1);
    await s.advance(30_000);
    expect(s.sw.at(agent.user)).toEqual([]);
    await s.advance(5_000);
    const back = await answers(agent.user);
    expect(hears(caller.leg, back)).toEqual([`leg ${back}`, `leg ${caller.leg}`]);
    await s.advance(60_000);
    expect(s.sw.at(agent.user)).toEqual([back]);
    expect(agent.code()).toBe(8);
  });

  test("T6 a telephone that comes back while it is rung in vain at its old place is rung at the new one", async () => {
    const { agent, caller, leg } = await talking({ terminalType: 1 }, true);
    s.sw.autoAnswers = false;
    s.sw.leave(leg, "lost");
    await s.settle();
    const [old] = s.sw.at(agent.user);
    s.sw.register(agent.user);
    await s.settle();
    expect(hears(old!)).toEqual(["gone"]);
    const back = await answers(agent.user);
    expect(hears(caller.leg)).toEqual([`leg ${back}`]);
  });

  test("T6 a local soft phone that was killed and started again is in the talk again", async () => {
    const { agent, caller } = await talking({ terminalType: 4 }, true);
    await goes(agent);
    await s.advance(20_000);
    expect(hears(caller.leg)).toEqual(["music"]);
    const back = await comes(agent);
    expect(hears(caller.leg, back)).toEqual([`leg ${back}`, `leg ${caller.leg}`]);
  });

  test("T6 a line that its network cut is dialled again; one whose owner hung up is not", async () => {
    const { agent, caller, at, leg } = await talking({ terminalType: 0, phone }, false);
    s.sw.leave(leg, "normal", { q850: 41 });
    await s.settle();
    const back = await answers(at);
    expect(hears(caller.leg)).toEqual([`leg ${back}`]);
    s.sw.leave(back, "normal", { q850: 16 });
    await s.settle();
    expect(s.sw.at(at)).toEqual([]);
    expect([agent.code(), hears(caller.leg)]).toEqual([4, ["gone"]]);
  });

  test("T6 who declines to come back is not called again: the caller is first in line at once", async () => {
    const { agent, caller, at, leg } = await talking({ terminalType: 0, phone }, false);
    const other = await s.ready("1002");
    s.sw.autoAnswers = false;
    s.sw.leave(leg, "failed");
    await s.settle();
    s.sw.leave(s.sw.at(at)[0]!, "rejected");
    await s.settle();
    expect(end(agent)).toEqual([0, "legLost"]);
    expect(other.callView()).toMatchObject({ phase: "ringing" });
    await s.advance(60_000);
    expect([s.sw.at(at), hears(caller.leg)]).toEqual([[], ["music"]]);
  });

  test("T6 who is lost at a line and calls an access number himself is in the talk again, without a key or a new call", async () => {
    const { caller, at, leg } = await talking({ terminalType: 0, phone, phoneConfirm: 1 }, false);
    s.sw.autoAnswers = false;
    const before = (await s.records()).length;
    s.sw.leave(leg, "failed");
    await s.settle();
    const [ours] = s.sw.at(at);
    const his = s.sw.invite(at, s.number);
    await s.settle();
    expect(hears(caller.leg, his, ours!)).toEqual([`leg ${his}`, `leg ${caller.leg}`, "gone"]);
    expect(await s.records()).toHaveLength(before);
    // In the talk he is nobody who could come back: a further call is a customer's.
    s.sw.invite(at, s.number);
    await s.settle();
    expect(await s.records()).toHaveLength(before + 1);
    expect(hears(caller.leg)).toEqual([`leg ${his}`]);
  });

  test("T6 beside trunks a page with his number, which anybody may type, takes nobody's place", async () => {
    const { caller, at, leg } = await talking({ terminalType: 0, phone, phoneConfirm: 1 }, false);
    s.sw.autoAnswers = false;
    s.sw.capabilities = { outlives: false, trunks: true };
    const before = (await s.records()).length;
    s.sw.leave(leg, "failed");
    await s.settle();
    const his = s.sw.invite(at, s.number);
    await s.settle();
    expect(await s.records()).toHaveLength(before + 1);
    expect(hears(caller.leg)).not.toEqual([`leg ${his}`]);
  });

  test("T6 a line that is found while its key is asked for stays in the talk", async () => {
    const { caller, at, leg } = await talking({ terminalType: 0, phone, phoneConfirm: 1 }, false);
    s.sw.autoAnswers = false;
    s.sw.lose(leg);
    await s.settle();
    s.sw.pickUp(s.sw.at(at).at(-1)!);
    await s.settle();
    s.sw.found(leg);
    await s.advance(20_000);
    expect([hears(caller.leg), s.sw.at(at)]).toEqual([[`leg ${leg}`], [leg]]);
  });

  test("K4 a goodbye of a telephone that could not be heard ends the talk: it is called no more", async () => {
    const { agent, caller, leg } = await talking({ terminalType: 1 }, true);
    s.sw.lose(leg);
    await s.settle();
    s.sw.leave(leg);
    await s.settle();
    expect([agent.code(), hears(caller.leg), s.sw.at(agent.user)]).toEqual([4, ["gone"], []]);
  });
});

describe("by part in the talk", () => {
  /** 1001 talks with a caller and has asked 1002. */
  async function consulting() {
    const talk = await talking({ terminalType: 2 }, true);
    const other = await s.ready("1002");
    const { callId } = talk.agent.callView()!;
    await talk.agent.command("consult", { callId, agentId: "1002" });
    return { ...talk, other, callId, asked: await answers(other.user) };
  }

  test("K17 one who is asked and stays away is offline; who asked has the customer again", async () => {
    const { agent, caller, leg, other } = await consulting();
    await goes(other);
    await s.advance(60_000);
    expect(end(other)).toEqual([0, "legLost"]);
    expect([agent.code(), ...hears(caller.leg, leg)]).toEqual([8, `leg ${leg}`, `leg ${caller.leg}`]);
  });

  test("K17 K18 who asks is lost: who is asked hears why, the customer waits; back in time he asks on, else handed over", async () => {
    const { agent, caller, other, asked } = await consulting();
    await goes(agent);
    expect(hears(caller.leg, asked)).toEqual(["music", sentence]);
    await s.advance(20_000);
    const back = await comes(agent);
    expect(hears(caller.leg, asked, back)).toEqual(["music", `leg ${back}`, `leg ${asked}`]);
    expect(agent.code()).toBe(11);
    await goes(agent);
    await s.advance(60_000);
    expect(end(agent)).toEqual([0, "legLost"]);
    expect([other.code(), ...hears(caller.leg, asked)]).toEqual([8, `leg ${asked}`, `leg ${caller.leg}`]);
  });

  test("T6 whoever is left alone later hears the sentence then", async () => {
    const { agent, caller, other, callId } = await consulting();
    await agent.command("meeting", { callId });
    await goes(agent);
    await s.advance(2_000);
    expect(hears(caller.leg)).toEqual([expect.stringContaining("leg ")]);
    await other.command("hangup", { callId });
    expect(hears(caller.leg)).toEqual([sentence]);
    const back = await comes(agent);
    expect(hears(caller.leg)).toEqual([`leg ${back}`]);
  });

  test("K29 the owner's place in a conference is kept for a minute; then another has it, and he is offline", async () => {
    const { agent, caller, other, asked, callId } = await consulting();
    await agent.command("meeting", { callId });
    await goes(agent);
    expect(hears(caller.leg, asked)).toEqual([`leg ${asked}`, `leg ${caller.leg}`]);
    const back = await comes(agent);
    expect(hears(caller.leg).join().split(" ").sort()).toEqual(["leg", asked, back].sort());
    expect(agent.callView()?.members?.find(({ me }) => me)).toMatchObject({ owner: true });
    await goes(agent);
    await s.advance(60_000);
    expect(end(agent)).toEqual([0, "legLost"]);
    expect([other.code(), ...hears(caller.leg)]).toEqual([8, `leg ${asked}`]);
    expect(await s.track(callId)).toContain("partyLeft");
  });

  test("K22 a supervision goes on when its monitor is back; after a minute it is over and he is offline", async () => {
    const { agent, caller, leg } = await talking({ terminalType: 2 }, true);
    const monitor = await s.ready("1003");
    await monitor.command("monitor", { agentId: "1001", mode: "whisper" });
    await goes(monitor);
    // Nobody waits for a monitor.
    expect(hears(caller.leg)).toEqual([`leg ${leg}`]);
    const ear = await comes(monitor);
    expect(hears(caller.leg, ear)).toEqual([`leg ${leg}`, `leg ${caller.leg} ${leg}`]);
    expect(hears(leg)).toEqual([`leg ${caller.leg} ${ear}`]);
    expect(monitor.callView()).toMatchObject({ supervises: { agentId: "1001", mode: "whisper" } });
    await goes(monitor);
    await s.advance(60_000);
    expect(end(monitor)).toEqual([0, "legLost"]);
    expect([agent.code(), ...hears(caller.leg)]).toEqual([8, `leg ${leg}`]);
  });

  test("K36 a member of a meeting keeps its place; the meeting goes on without whoever stays away", async () => {
    s = await stage();
    const [one, two] = [await s.ready("1001"), await s.ready("1002")];
    const pins = { hostPin: "", memberPin: "" };
    const flags = { enterMuted: false, tone: false, waitForHost: false, record: false };
    const room = { roomId: "r1", name: "晨会", code: "8001", max: 4, ...flags, ...pins };
    const members = [{ agentId: "1002" }];
    const init = { do: "init", by: "1001", room, own: "1001", members } as const;
    await s.engine.request({ verb: "meeting", compId: s.compId, roomId: "r1", order: init });
    await s.settle();
    const [a] = [await answers(one.user), await answers(two.user)];
    await goes(two);
    expect(hears(a)).toEqual([sentence]);
    const states = async () => {
      const live = await s.engine.request({ verb: "meetings", compId: s.compId });
      return (live as readonly LiveMeeting[])[0]!.members.map(({ state }) => state);
    };
    expect(await states()).toEqual(["in", "lost"]);
    const back = await comes(two);
    expect([hears(a, back), await states()]).toEqual([
      [`leg ${back}`, `leg ${a}`],
      ["in", "in"],
    ]);
    await goes(two);
    await s.advance(60_000);
    expect([end(two), await states(), one.code()]).toEqual([[0, "legLost"], ["in"], 3]);
  });
});
