/** T9: a talk goes on at the agent's other telephone, and back. */
import { stagesOf, type Page, type Stage } from "../testing/stage.ts";
import { setTerminal, type Terminal } from "../testing/terminals.ts";

let s: Stage;
const stage = stagesOf((opened) => (s = opened));
const phone = "13900139000";

/** Seat 1001, whose page has another telephone, talks with a caller. */
async function talking(terminal: Terminal = { terminalType: 2, phone }) {
  s = await stage();
  await setTerminal(s, terminal);
  const line = await s.called(phone);
  const agent = await s.ready("1001");
  const caller = await s.customer();
  const own = s.sw.at(agent.user)[0]!;
  s.sw.pickUp(own);
  await s.settle();
  const { callId } = agent.callView()!;
  const move = (to: string) => agent.command("moveDevice", { callId, to });
  return { agent, caller: caller.leg, line, own, callId, move };
}
const hears = (...legs: string[]) => legs.map((leg) => s.sw.hears(leg));
const at = async (user: string) => {
  const leg = s.sw.at(user).at(-1)!;
  s.sw.pickUp(leg);
  await s.settle();
  return leg;
};
const notice = (page: Page) => page.last("notice")?.["msg"];

test("T9 the other telephone rings while the talk goes on; when it is lifted the talk is there, and the old leg ends", async () => {
  const { agent, caller, line, own, callId, move } = await talking();
  expect(agent.callView()?.device).toEqual({ number: phone, at: "own", moving: false });
  expect(await move("phone")).toEqual({ code: 1 });
  const [ringing] = s.sw.at(line);
  expect(s.sw.request(ringing!)).toMatchObject({ to: line, from: s.number });
  expect(hears(caller, own)).toEqual([`leg ${own}`, `leg ${caller}`]);
  expect(agent.callView()?.device).toEqual({ number: phone, at: "own", moving: true });
  expect(await move("phone")).toMatchObject({ code: -403 });
  const there = await at(line);
  expect(hears(caller, there, own)).toEqual([`leg ${there}`, `leg ${caller}`, "gone"]);
  expect(s.sw.recordings.get(callId)?.legs).toEqual({ left: [caller], right: [there] });
  expect(agent.callView()).toMatchObject({
    phase: "talking",
    agentLost: false,
    device: { number: phone, at: "phone", moving: false },
  });
  expect([agent.code(), (await s.track(callId)).at(-1)]).toEqual([8, "deviceMoved"]);
  // A reload of the page is nothing to the talk.
  s.sw.drop(agent.user);
  s.sw.register(agent.user);
  const again = await s.signIn("1001", { instance: "tab-b" });
  expect(hears(caller, there)).toEqual([`leg ${there}`, `leg ${caller}`]);
  expect(s.sw.at(agent.user)).toEqual([]);
  expect(await again.command("moveDevice", { callId, to: "own" })).toEqual({ code: 1 });
  const back = s.sw.at(agent.user)[0]!;
  expect(hears(caller, back, there)).toEqual([`leg ${back}`, `leg ${caller}`, "gone"]);
  expect((await s.track(callId)).filter((type) => type === "deviceMoved")).toHaveLength(2);
  await again.command("hangup", { callId });
  expect(await s.record(callId)).toMatchObject({ agentId: "1001", cause: "completed" });
});

test.each([
  ["busy", (leg: string) => s.sw.leave(leg, "busy")],
  ["declined", (leg: string) => s.sw.leave(leg, "rejected")],
  ["not answered", () => undefined],
])("T9 %s: everything is as it was, and the agent is told", async (_, then) => {
  const { agent, caller, line, own, callId, move } = await talking();
  await move("phone");
  then(s.sw.at(line)[0]!);
  await s.advance(30_000);
  expect(notice(agent)).toBe("另一部电话未接通，通话仍在本机");
  expect([hears(caller, own), s.sw.at(line)]).toEqual([[`leg ${own}`, `leg ${caller}`], []]);
  expect(agent.callView()?.device).toEqual({ number: phone, at: "own", moving: false });
  expect(await s.track(callId)).not.toContain("deviceMoved");
  // It may be tried again.
  expect((await move("phone")).code).toBe(1);
});

test("T9 with 按键确认接听 the talk goes there when 1 was pressed, and a mailbox never has it", async () => {
  const { caller, line, own, move } = await talking({ terminalType: 2, phone, phoneConfirm: 1 });
  await move("phone");
  const there = await at(line);
  expect(hears(caller, own)).toEqual([`leg ${own}`, `leg ${caller}`]);
  s.sw.press(there, "1");
  await s.settle();
  expect(hears(caller, own)).toEqual([`leg ${there}`, "gone"]);
  await move("own");
  await s.settle();
  await move("phone");
  await at(line);
  await s.advance(15_000);
  expect(hears(caller)).toEqual([`leg ${s.sw.at(s.compId + "1001")[0]}`]);
});

test("T9 a consultation and a supervision go on, and the monitor hears on", async () => {
  const { agent, caller, line, callId, move } = await talking();
  const [other, monitor] = [await s.ready("1002"), await s.ready("1003")];
  await monitor.command("monitor", { agentId: "1001", mode: "whisper" });
  await agent.command("consult", { callId, agentId: "1002" });
  const asked = await at(other.user);
  await move("phone");
  const there = await at(line);
  const ear = s.sw.at(monitor.user)[0]!;
  expect(hears(caller, there, asked)).toEqual(["music", `leg ${ear} ${asked}`, `leg ${there}`]);
  expect(agent.code()).toBe(11);
  await agent.command("consultCancel", { callId });
  expect(hears(caller, there)).toEqual([`leg ${there}`, `leg ${caller} ${ear}`]);
});

test("T9 T6 cut off at the other telephone: it is called there again; the page takes the talk back where its agent wants so", async () => {
  const { agent, caller, line, move } = await talking();
  await move("phone");
  const there = await at(line);
  s.sw.leave(there, "normal", { q850: 41 });
  await s.settle();
  const again = await at(line);
  expect(hears(caller)).toEqual([`leg ${again}`]);
  s.sw.leave(again, "failed");
  await s.settle();
  expect(agent.callView()).toMatchObject({ agentLost: true });
  expect(await move("own")).toEqual({ code: 1 });
  const back = s.sw.at(agent.user).at(-1)!;
  expect([hears(caller, back), s.sw.at(line)]).toEqual([[`leg ${back}`, `leg ${caller}`], []]);
  // Who hangs up there ends the talk.
  await move("phone");
  s.sw.leave(await at(line));
  await s.settle();
  expect([agent.code(), hears(caller)]).toEqual([4, ["gone"]]);
});

test("T9 the old telephone is lost while the new one rings: the answer there ends the loss", async () => {
  const { agent, caller, line, move } = await talking();
  await move("phone");
  s.sw.drop(agent.user);
  await s.settle();
  expect(hears(caller)).toEqual([expect.stringMatching(/^file /)]);
  const there = await at(line);
  expect(hears(caller)).toEqual([`leg ${there}`]);
  await s.advance(60_000);
  expect([agent.code(), hears(caller)]).toEqual([8, [`leg ${there}`]]);
});

test("T9 a desk telephone that no seat has is one, too; another seat's is not, and where there is none it is refused", async () => {
  const { agent, caller, own, callId, move } = await talking({ terminalType: 2, phone: "8005" });
  const desk = `${s.compId}8005`;
  await s.ports.database.system((trx) =>
    trx.insertInto("extension").values({ compId: s.compId, extension: "8005", sipSecret: "sealed" }).execute(),
  );
  s.sw.register(desk);
  await move("phone");
  const there = await at(desk);
  expect(hears(caller, own)).toEqual([`leg ${there}`, "gone"]);
  expect(s.sw.request(there)?.autoAnswer).toBe(false);
  await agent.command("hangup", { callId });
  expect(await s.ready("1002").then((page) => page.command("moveDevice", { callId, to: "phone" }))).toMatchObject({
    code: -403,
    msg: "未设置外线号码，请联系管理员",
  });
  expect((await agent.command("moveDevice", { callId, to: "away" })).code).toBe(-400);
  expect((await agent.command("moveDevice", { callId, to: "phone" })).code).toBe(-404);
});

test("T9 another seat's extension is nobody's other telephone", async () => {
  const { agent, caller, own, move } = await talking({ terminalType: 2, phone: "1002" });
  const other = await s.ready("1002");
  await move("phone");
  expect([notice(agent), s.sw.at(other.user), hears(caller)]).toEqual([
    "另一部电话未接通，通话仍在本机",
    [],
    [`leg ${own}`],
  ]);
});
