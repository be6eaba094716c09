/** docs/protocol.md K43: sockets of devices where the switch has a part an enterprise. */
import { EventEmitter } from "node:events";
import { createTestPorts, type TestPorts } from "../../testing/index.ts";
import type { LocalDeviceSwitch } from "./lane.ts";
import { Lanes, type PartedDevices } from "./lanes.ts";
import { userOf } from "./newcomer.ts";
import type { OwnSocket } from "./own-wire.ts";

class Device extends EventEmitter implements OwnSocket {
  readonly OPEN = 1;
  readyState: OwnSocket["readyState"] = 1;
  closed: number | undefined;
  send(): void {}
  close(code: number): void {
    this.closed ??= code;
    this.readyState = 3;
    this.emit("close");
  }
  terminate(): void {
    this.close(1006);
  }
  ping(): void {}
  say(text: string): void {
    this.emit("message", Buffer.from(text), false);
  }
}

/** A part that is served here. */
class Part implements LocalDeviceSwitch {
  readonly serving = 1;
  readonly heard: string[] = [];
  gone = 0;
  acceptSocket(wire: Parameters<LocalDeviceSwitch["acceptSocket"]>[0]): void {
    wire.on("message", (data: Buffer) => this.heard.push(String(data)));
    wire.on("close", () => (this.gone += 1));
  }
  joinSocket(): boolean {
    return false;
  }
}

let ports: TestPorts;
let lanes: Lanes;
let whole: Part;
let parts: Map<string, Part>;
let looked: string[];
let answers: Promise<void>;

beforeEach(async () => {
  ports = await createTestPorts();
  whole = new Part();
  parts = new Map();
  looked = [];
  answers = Promise.resolve();
  const devices: PartedDevices = {
    serving: 1,
    acceptSocket: (wire) => whole.acceptSocket(wire),
    joinSocket: () => false,
    parts: {
      of(compId) {
        const part = parts.get(compId) ?? new Part();
        parts.set(compId, part);
        return part;
      },
      each: () => undefined,
      async enterpriseOf(user) {
        looked.push(user);
        await answers;
        return user.startsWith("1") ? user.slice(0, 6) : undefined;
      },
    },
  };
  lanes = new Lanes({ ...ports, name: "g" }, devices);
  await lanes.start();
});
afterEach(async () => {
  await lanes.stop();
  await ports.close();
});

const open = (): Device => {
  const device = new Device();
  lanes.accept(device, "10.0.0.1");
  return device;
};
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
};
const register = (user: string): string =>
  `REGISTER sip:liantai SIP/2.0\r\nFrom: "A" <sip:${user}@liantai>;tag=1\r\n\r\n`;

test("K43 a socket goes to the part of its first request's user, with all that it said until then", async () => {
  let answer = (): void => undefined;
  answers = new Promise((resolve) => (answer = resolve));
  const device = open();
  device.say("\r\n\r\n");
  device.say(register("1000011001"));
  device.say("more");
  await settle();
  expect([looked, parts.size]).toEqual([["1000011001"], 0]);
  answer();
  await settle();
  device.say("and more");
  expect(parts.get("100001")?.heard).toEqual(["\r\n\r\n", register("1000011001"), "more", "and more"]);
  expect([whole.heard, device.closed]).toEqual([[], undefined]);
  device.close(1000);
  expect(parts.get("100001")?.gone).toBe(1);
});

test("K43 what is nobody's goes to the whole, and one that closes first leaves nothing", async () => {
  open().say(register("g123"));
  open().say("no SIP at all");
  open().close(1000);
  await settle();
  expect([whole.heard.sort(), whole.gone, parts.size]).toEqual([[register("g123"), "no SIP at all"].sort(), 1, 0]);
});

test("P14 a socket that says nothing, too much, or is one of too many of its address is closed", async () => {
  const silent = open();
  await ports.clock.advance(30_000);
  expect(silent.closed).toBe(1008);
  const loud = open();
  for (let n = 0; n < 30; n++) loud.say("\r\n");
  expect(loud.closed).toBe(1008);
  const long = open();
  long.say("x".repeat(8 * 1024 + 1));
  expect(long.closed).toBe(1009);
  await settle();
  const many = Array.from({ length: 2_000 }, open);
  expect(open().closed).toBe(1013);
  many[0]!.say(register("1000011001"));
  await settle();
  expect(open().closed).toBeUndefined();
});

test.each([
  ['From: "王女士" <sip:1000011001@liantai>;tag=1', "1000011001"],
  ["f: sips:g123@liantai;tag=1", "g123"],
  ["FROM:<sip:a%40b@liantai>", "a%40b"],
  ["To: <sip:1000011001@liantai>", undefined],
  ["From: <sip:liantai>;tag=1", undefined],
])("%s: %s", (line, user) => {
  expect(userOf(`REGISTER sip:liantai SIP/2.0\r\nVia: x\r\n${line}\r\n\r\n`)).toBe(user);
});
