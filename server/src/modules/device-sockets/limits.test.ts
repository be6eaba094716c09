/** docs/protocol.md P14: a process that passes texts on counts them before it keeps or passes on any. */
import { EventEmitter } from "node:events";
import { createTestPorts, type TestPorts } from "../../testing/index.ts";
import { Gateway } from "./gateway.ts";
import { Owner, type DeviceSwitch } from "./owner.ts";
import { OwnWire } from "./own-wire.ts";
import type { RemoteWire } from "./wire.ts";

/** Goes on talking after it was told to close. */
class Deaf extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  closed: number | undefined;
  cut = false;
  send(): void {}
  close(code: number): void {
    this.closed ??= code;
  }
  terminate(): void {
    this.cut = true;
    this.emit("close");
  }
  ping(): void {
    this.emit("pong");
  }
  say(text: string, times = 1): void {
    for (let n = 0; n < times; n += 1) this.emit("message", Buffer.from(text), false);
  }
}

let ports: TestPorts;
let gateway: Gateway;
let owner: Owner;
let serving: number | undefined;
let heard: string[];
const wires = new Map<string, RemoteWire>();

beforeEach(async () => {
  ports = await createTestPorts();
  heard = [];
  wires.clear();
  serving = 1;
  const devices: DeviceSwitch = {
    get serving() {
      return serving;
    },
    acceptSocket(wire, { id }) {
      wires.set(id, wire);
      wire.on("message", (data: Buffer) => heard.push(String(data)));
    },
    joinSocket: () => false,
  };
  owner = new Owner({ ...ports, name: "owner", devices });
  gateway = new Gateway({ ...ports, name: "gateway" });
  await Promise.all([owner.start(), gateway.start()]);
});
afterEach(async () => {
  await gateway.stop();
  await owner.stop();
  await ports.close();
});

const settle = async (ms = 600): Promise<void> => {
  for (let i = 0; i < 50; i++) await new Promise(setImmediate);
  await ports.clock.advance(ms);
  for (let i = 0; i < 50; i++) await new Promise(setImmediate);
};
const connect = (address = "192.0.2.1"): Deaf => {
  const device = new Deaf();
  gateway.accept(device, address);
  return device;
};

test("P14 nobody signed in: the twenty-first text of a socket closes it, and what it says after that is nobody's", async () => {
  const device = connect();
  await settle();
  device.say("x", 500);
  await settle(900);
  expect([device.closed, heard.length, device.cut]).toEqual([1008, 20, false]);
  device.say("x", 5);
  await settle(200);
  expect([heard.length, device.cut]).toEqual([20, true]);
});

test("P14 while nobody has the switch, too, and a long text is closed with 1009", async () => {
  serving = undefined;
  const [loud, long] = [connect(), connect()];
  loud.say("x", 21);
  long.say("x".repeat(8 * 1024 + 1));
  expect([loud.closed, long.closed]).toEqual([1008, 1009]);
});

test("P14 who is signed in may say three hundred at once, of 32 kB", async () => {
  const device = connect();
  await settle();
  for (const wire of wires.values()) wire.signedIn();
  await settle();
  device.say("x".repeat(32 * 1024));
  device.say("x", 40);
  await settle();
  expect([device.closed, heard.length]).toEqual([undefined, 41]);
  device.say("x", 300);
  expect(device.closed).toBe(1008);
});

test("P14 all sockets of an address together, and how many of them may wait for an owner", async () => {
  serving = undefined;
  const many = Array.from({ length: 100 }, () => connect());
  for (const device of many) device.say("x", 20);
  const one = connect();
  one.say("x");
  const elsewhere = connect("198.51.100.1");
  elsewhere.say("x");
  expect([many.every(({ closed }) => closed === undefined), one.closed, elsewhere.closed]).toEqual([
    true,
    1008,
    undefined,
  ]);
  for (let n = 0; n < 1_899; n += 1) connect();
  expect([connect().closed, connect("198.51.100.1").closed]).toEqual([1013, undefined]);
});

test("P14 of a socket whose owner closed it nothing is kept, whether or not it answers", async () => {
  const device = connect();
  await settle();
  for (const wire of wires.values()) wire.close(1008, "too many messages");
  await settle(100);
  device.say("x", 10);
  await settle(1_000);
  expect([device.closed, heard, device.cut]).toEqual([1008, [], true]);
});

test("P22 who talks on while the switch of this process is in doubt is cut off, and nothing more of it waits", async () => {
  const device = new Deaf();
  const left = jest.fn();
  new OwnWire(device, { clock: ports.clock, serves: () => false, leave: left });
  device.say("x", 500);
  expect([device.closed, device.cut]).toEqual([1013, false]);
  await ports.clock.advance(1_000);
  expect([device.cut, left.mock.calls.length]).toEqual([true, 0]);
});
