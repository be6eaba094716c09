import { FakeCall, FakeSpeaker } from "../testing/fake-phone.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import type { CallEvents } from "../softphone/ports.ts";
import { DeviceCheck, waiting, type Steps, type TriedMicrophone } from "./check.ts";

function setUp({ registered = true, refused = false, stopped = false } = {}) {
  const clock = new VirtualClock();
  const call = new FakeCall("");
  const world = { level: 0.1, muted: false, back: 1, said: [] as string[], closed: 0, opened: 0, number: "" };
  let events: CallEvents | undefined;
  let shown: Steps = waiting;
  const microphone: TriedMicrophone = {
    label: "内置麦克风",
    muted: () => world.muted,
    level: () => world.level,
    sent: {} as MediaStream,
    say: (what) => void world.said.push(what),
    listen: () => ({ toneShare: () => (world.said.at(-1) === "tone" ? world.back : 0) }),
    close: () => void (world.closed += 1),
  };
  const check = new DeviceCheck({
    clock,
    speaker: new FakeSpeaker(),
    openMicrophone: () => (
      (world.opened += 1),
      refused ? Promise.reject(new Error("NotAllowedError")) : Promise.resolve(microphone)
    ),
    call(number, _stream, given) {
      world.number = number;
      events = given;
      return registered ? call : undefined;
    },
    shown: (steps) => (shown = steps),
    level: () => undefined,
  });
  if (stopped) check.stop();
  const result = check.run();
  return {
    clock,
    call,
    world,
    check,
    result,
    shown: () => shown,
    async connects() {
      await clock.pass(1_000);
      events?.connected();
      events?.track({} as MediaStreamTrack);
      await clock.pass(200);
    },
    /** What arrived of the last stretch. */
    async measured(received: number, lost: number) {
      call.next = { received: 0, lost: 0, jitter: 0.001 };
      await clock.pass(1_000);
      call.next = { received, lost, jitter: 0.001 };
      await clock.pass(6_000);
    },
  };
}

test("T7 a microphone that is heard, a tone that comes back from *43 and a good network pass; then the agent hears himself", async () => {
  const { world, connects, measured, result, shown, call } = setUp();
  await connects();
  await measured(250, 0);
  expect(await result).toBe("");
  expect(world).toMatchObject({ number: "*43", said: ["tone", "voice"], closed: 1 });
  expect(call.log).toEqual(["hangup"]);
  expect(Object.values(shown()).map(({ state }) => state)).toEqual(["ok", "ok", "ok"]);
});

test("T7 E24 a muted microphone is found and named, whatever else is right", async () => {
  const made = setUp();
  Object.assign(made.world, { muted: true, level: 0 });
  await made.clock.pass(5_000);
  await made.connects();
  await made.measured(250, 0);
  expect(await made.result).toBe("麦克风“内置麦克风”已静音");
  expect(made.shown().loopback.state).toBe("ok");
});

test("T7 a silent microphone, a refused one, a telephone that is not registered", async () => {
  const silent = setUp({ registered: false });
  silent.world.level = 0;
  await silent.clock.pass(6_000);
  expect(await silent.result).toBe("麦克风“内置麦克风”没有声音，请检查是否静音或选错设备");
  expect(silent.shown().loopback).toEqual({ state: "failed", text: "分机未注册，无法测试通话" });
  const refused = setUp({ refused: true });
  expect(await refused.result).toBe("请授权麦克风(和摄像头) 权限！");
});

test("T7 E24 a tone that does not come back, and a call that does not connect, fail the loopback", async () => {
  const deaf = setUp();
  deaf.world.back = 0;
  await deaf.connects();
  await deaf.measured(250, 0);
  expect(await deaf.result).toBe("声音没有从服务器返回，请检查网络或防火墙");
  const away = setUp();
  await away.clock.pass(10_000);
  expect(await away.result).toBe("回声测试未接通，请检查网络或防火墙");
  expect(away.call.log).toEqual(["hangup"]);
});

test("T7 a network that loses much fails", async () => {
  const made = setUp();
  await made.connects();
  await made.measured(200, 50);
  expect(await made.result).toBe("网络较差");
});

test("T7 a browser that has no figures of the first moment has those of the rest", async () => {
  const { call, clock, connects, result } = setUp();
  call.next = undefined;
  await connects();
  call.next = { received: 250, lost: 0, jitter: 0.001 };
  await clock.pass(7_000);
  expect(await result).toBe("");
});

test("T7 a call that comes breaks the check off: its leg and its microphone are let go and nothing is kept", async () => {
  const made = setUp();
  await made.connects();
  made.check.stop();
  await made.clock.pass(1_000);
  expect(await made.result).toBeUndefined();
  expect(made.call.log).toEqual(["hangup"]);
  expect(made.world.closed).toBe(1);
});

test("T7 one that is stopped before it runs opens no microphone", async () => {
  const { result, world } = setUp({ stopped: true });
  expect([await result, world.opened]).toEqual([undefined, 0]);
});
