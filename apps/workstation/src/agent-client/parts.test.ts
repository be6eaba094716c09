import { createBus } from "@liantai/bus";
import { MovableClock } from "../ports/clock.ts";
import { wantsForms, watchPopups } from "./screen-popups.ts";
import { Alerts, type Desktop } from "./alerts.ts";
import { tabInstance } from "./instance.ts";
import { callEvents } from "./call-events.ts";
import type { UserInfo } from "@liantai/api/client";
import { agent, agentCallView } from "../testing/agent-client.ts";
import { uuid } from "./uuid.ts";

function host() {
  const set = new Map<number, number>();
  return {
    timers: set,
    set: (id: number, ms: number) => void set.set(id, ms),
    clear: (id: number) => void set.delete(id),
  };
}

test("timers move to another host with the time that is left", () => {
  let now = 0;
  const visible = host();
  const hidden = host();
  const clock = new MovableClock(visible, () => now);
  const fired: string[] = [];
  clock.after(1_000, () => fired.push("a"));
  const cancel = clock.after(2_000, () => fired.push("b"));
  now = 400;
  clock.use(hidden);
  expect([...visible.timers]).toEqual([]);
  expect([...hidden.timers.values()]).toEqual([600, 1_600]);
  cancel();
  for (const id of hidden.timers.keys()) clock.fire(id);
  expect(fired).toEqual(["a"]);
});

test("a repeating timer goes on after a move and ends when it is cancelled", () => {
  const one = host();
  const two = host();
  const clock = new MovableClock(one, () => 0);
  let count = 0;
  const end = clock.every(100, () => (count += 1));
  clock.fire([...one.timers.keys()].at(-1)!);
  clock.use(two);
  clock.fire([...two.timers.keys()].at(-1)!);
  end();
  expect(count).toBe(2);
  expect(two.timers.size).toBe(1);
});

function tabs(held: Set<string>) {
  return (kept: Map<string, string>, made: string, reloaded = false) =>
    tabInstance({
      storage: { getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => void kept.set(k, v) },
      uuid: () => made,
      reloaded,
      lock: async (name) => !held.has(name) && Boolean(held.add(name)),
    });
}

test("a reloaded tab stays who it is; a duplicated one becomes another", async () => {
  const held = new Set<string>();
  const open = tabs(held);
  const kept = new Map<string, string>();
  await expect(open(kept, "a")).resolves.toBe("a");
  const copy = new Map(kept);
  await expect(open(copy, "b")).resolves.toBe("b");
  // The old page's lock is still there while the new page starts.
  await expect(open(kept, "c", true)).resolves.toBe("a");
  held.clear();
  await expect(open(kept, "d")).resolves.toBe("a");
});

test("a uuid is one of version 4", () => {
  expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("one call in place of another ends the first", () => {
  const events = callEvents(
    agentCallView({ callId: "a" }),
    agentCallView({ callId: "b", phase: "dialling", direction: "outbound" }),
    "noAnswer",
    5,
  );
  expect(events.map((n) => [n.name, n.payload.callId])).toEqual([
    ["call.ended", "a"],
    ["call.dialling", "b"],
  ]);
});

function alerting(desktop: Partial<Desktop>, popups = true) {
  const bus = createBus();
  const log: string[] = [];
  const alerts = new Alerts({
    bus,
    ringer: { start: () => log.push("ring"), stop: () => log.push("quiet") },
    desktop: {
      supported: () => true,
      permission: () => "granted",
      request: () => log.push("ask"),
      show: (title, text) => (log.push(`${title}：${text}`), () => log.push("close")),
      ...desktop,
    },
    popups: () => popups,
    rings: () => true,
  });
  bus.subscribe("notification.show", ({ text }) => log.push(text));
  const ring = () => bus.publish("call.ringing", { callId: "c", direction: "inbound", number: "138****1111", at: 0 });
  return { bus, log, ring, alerts };
}

test("a call rings and is shown on the desktop until it is answered", () => {
  const { bus, log, ring } = alerting({});
  ring();
  bus.publish("call.answered", { callId: "c", direction: "inbound", number: "1", at: 0 });
  expect(log).toEqual(["ring", "来电：您有一个来自[138****1111]的来电", "quiet", "close"]);
});

test("a browser without notifications is told once", () => {
  const { log, ring } = alerting({ supported: () => false });
  ring();
  ring();
  expect(log).toEqual(["ring", "此浏览器不支持桌面通知", "ring"]);
});

test("users without popups only hear the call, and are never asked", () => {
  const { log, ring, alerts } = alerting({ permission: () => "default" }, false);
  ring();
  alerts.ask();
  expect(log).toEqual(["ring"]);
});

test("F16 the form of a call is asked for in the tab that has the audio, where forms are wanted; calls between seats have none", () => {
  const bus = createBus();
  const asked: string[] = [];
  const now = { wanted: true, here: true };
  watchPopups({
    bus,
    wanted: () => now.wanted,
    here: () => now.here,
    bringUp: ({ callId }, moment) => asked.push(`${callId} ${moment}`),
  });
  const call = (callId: string, direction: "inbound" | "outbound" | "internal") =>
    ({ callId, direction, number: "1", at: 0 }) as const;
  bus.publish("call.ringing", call("in", "inbound"));
  bus.publish("call.answered", call("in", "inbound"));
  bus.publish("call.dialling", call("out", "outbound"));
  bus.publish("call.ringing", call("between", "internal"));
  expect(asked).toEqual(["in ring", "in answer", "out ring"]);
  bus.publish("call.ringing", { ...call("another's", "inbound"), supervised: true });
  bus.publish("call.answered", { ...call("another's", "inbound"), supervised: true });
  expect(asked).toHaveLength(3);
  now.here = false;
  bus.publish("call.ringing", call("other tab", "inbound"));
  Object.assign(now, { here: true, wanted: false });
  bus.publish("call.ringing", call("hidden forms", "inbound"));
  expect(asked).toHaveLength(3);
});

test("forms come up for who has a seat, where the enterprise shows them", () => {
  const enterprise = (isShowForm: 0 | 1) => ({ enterprise: { isShowForm } }) as Pick<UserInfo, "enterprise">;
  expect(wantsForms({ ...agent, ...enterprise(1) })).toBe(true);
  expect(wantsForms({ ...agent, ...enterprise(1), roleType: 3 })).toBe(true);
  expect(wantsForms({ ...agent, ...enterprise(0) })).toBe(false);
  // An administrator who picks a call up may not ask which form comes up with it.
  expect(wantsForms({ ...agent, ...enterprise(1), roleType: 1, agentId: null })).toBe(false);
  expect(wantsForms(null)).toBe(false);
});

test("a call that its monitor takes over is answered by him then", () => {
  const heard = agentCallView({ phase: "talking", supervises: { agentId: "1001", mode: "listen" } });
  const { supervises: _, ...taken } = heard;
  expect(callEvents(null, heard, "", 5).map(({ name, payload }) => [name, "supervised" in payload])).toEqual([
    ["call.answered", true],
  ]);
  expect(callEvents(heard, taken, "", 5).map(({ name, payload }) => [name, "supervised" in payload])).toEqual([
    ["call.answered", false],
  ]);
});
