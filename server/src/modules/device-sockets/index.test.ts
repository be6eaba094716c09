/** docs/protocol.md P23: sockets of devices in processes that do not have the switch. */
import { EventEmitter } from "node:events";
import { createProcessBroker } from "../../adapters/embedded/broker/index.ts";
import type { Broker } from "../../ports/broker.ts";
import { createTestPorts, type TestPorts } from "../../testing/index.ts";
import { Gateway } from "./gateway.ts";
import { Owner, type DeviceSwitch } from "./owner.ts";
import { OwnWire, type OwnWireDeps } from "./own-wire.ts";
import type { RemoteWire } from "./wire.ts";

/** A process: a switch that echoes, behind its end of the broker. */
class Process implements DeviceSwitch {
  serving: number | undefined;
  readonly wires = new Map<string, RemoteWire>();
  readonly heard: string[] = [];
  /** Each is taken up once. */
  known: readonly string[] = [];
  /** What it says to a socket that it takes up. */
  greeting: string | undefined;
  readonly owner: Owner;

  constructor(name: string, ports: TestPorts) {
    const { clock, logger, broker } = ports;
    this.owner = new Owner({ name, broker, clock, logger, devices: this });
  }

  acceptSocket(wire: RemoteWire, { id }: { readonly id: string }): void {
    this.wires.set(id, wire);
    wire.on("message", (data: Buffer) => {
      this.heard.push(String(data));
      wire.send(`echo ${String(data)}`);
    });
    wire.on("close", () => this.wires.delete(id));
  }

  joinSocket(wire: RemoteWire, info: { readonly remoteAddress: string; readonly id: string }): boolean {
    if (!this.known.includes(info.id)) return false;
    this.known = this.known.filter((id) => id !== info.id);
    this.acceptSocket(wire, info);
    if (this.greeting !== undefined) wire.send(this.greeting);
    return true;
  }
}

class Device extends EventEmitter {
  readonly got: string[] = [];
  closed: number | undefined;
  send(text: string): void {
    this.got.push(text);
  }
  close(code: number): void {
    this.closed ??= code;
    this.emit("close");
  }
  terminate(): void {
    this.close(1006);
  }
  ping(): void {
    this.emit("pong");
  }
  say(text: string): void {
    this.emit("message", Buffer.from(text));
  }
}

let ports: TestPorts;
let gateway: Gateway;
let a: Process;
let b: Process;
/** How the broker is away: it says so, or loses what it is given. */
let away: "refuses" | "loses" | undefined;
beforeEach(async () => {
  const base = await createTestPorts();
  away = undefined;
  const whole = createProcessBroker(base.clock);
  const refused = () => Promise.reject(new Error("Redis is away"));
  const broker: Broker = {
    ...whole,
    publish: (...said) =>
      away === undefined ? whole.publish(...said) : away === "loses" ? Promise.resolve() : refused(),
    get: (key) => (away === "refuses" ? refused() : whole.get(key)),
  };
  ports = { ...base, broker };
  [a, b] = [new Process("a", ports), new Process("b", ports)];
  gateway = new Gateway({ ...ports, name: "g" });
  await Promise.all([a.owner.start(), b.owner.start(), gateway.start()]);
});
afterEach(async () => {
  await gateway.stop();
  await Promise.all([a.owner.stop(), b.owner.stop()]);
  await ports.close();
});

const settle = async (ms = 600): Promise<void> => {
  for (let i = 0; i < 50; i++) await new Promise(setImmediate);
  await ports.clock.advance(ms);
  for (let i = 0; i < 50; i++) await new Promise(setImmediate);
};
const connect = (): Device => {
  const device = new Device();
  gateway.accept(device, "192.0.2.1");
  return device;
};

test("P23 texts go to the owner and back in order, and what was said before there was one", async () => {
  const device = connect();
  device.say("early");
  await settle();
  expect(a.heard).toEqual([]);
  a.serving = 1;
  await settle();
  for (const text of ["1", "2", "3"]) device.say(text);
  await settle();
  expect(a.heard).toEqual(["early", "1", "2", "3"]);
  expect(device.got).toEqual(["echo early", "echo 1", "echo 2", "echo 3"]);
  device.close(1000);
  await settle();
  expect(a.wires.size).toBe(0);
});

test("P23 the next owner gets the sockets that it knows, what was said meanwhile, and has the others closed", async () => {
  a.serving = 1;
  const [known, unknown] = [connect(), connect()];
  await settle();
  b.known = [...a.wires.keys()].slice(0, 1);
  known.say("to a");
  await settle(4_000);
  a.serving = undefined;
  known.say("to nobody");
  await settle();
  b.serving = 2;
  await settle(1_100);
  expect(b.heard).toEqual(["to nobody"]);
  expect(known.closed).toBeUndefined();
  expect(unknown.closed).toBe(1012);
  known.say("to b");
  await settle();
  expect(b.heard).toEqual(["to nobody", "to b"]);
  expect(known.got.at(-1)).toBe("echo to b");
  // Who wakes up with an older epoch is not listened to.
  a.serving = 1;
  await settle(2_000);
  known.say("again to b");
  await settle();
  expect(b.heard.at(-1)).toBe("again to b");
  expect(a.heard).toEqual(["to a"]);
});

test("P25 what a socket is told in the moment in which it joins comes after the word that it has", async () => {
  a.serving = 1;
  const device = connect();
  await settle();
  b.known = [...a.wires.keys()];
  b.greeting = "CANCEL";
  a.serving = undefined;
  b.serving = 2;
  await settle(1_100);
  device.say("to b");
  await settle();
  expect([device.closed, device.got]).toEqual([undefined, ["CANCEL", "echo to b"]]);
});

test("P23 sockets of a process that is gone are gone", async () => {
  a.serving = 1;
  const device = connect();
  await settle();
  expect(a.wires.size).toBe(1);
  await gateway.stop();
  await settle(6_000);
  expect([device.closed, a.wires.size]).toEqual([1001, 0]);
});

describe("P28 the broker is away", () => {
  /** Each end says something in each of these ways. */
  async function talk(ms: number, how: "refuses" | "loses") {
    a.serving = 1;
    const device = connect();
    device.say("before");
    await settle();
    const [wire] = a.wires.values();
    away = how;
    for (let n = 1; n <= 3; n++) {
      device.say(`during ${n}`);
      wire!.send(`told ${n}`);
      await settle(ms / 3);
    }
    away = undefined;
    await settle(1_000);
    await settle(1_000);
    return device;
  }

  test.each([
    [5_000, "refuses"],
    [15_000, "refuses"],
    [900, "loses"],
    [4_000, "loses"],
  ] as const)("for %i ms (%s): sockets stay, and all that was said is heard once and in order", async (ms, how) => {
    const device = await talk(ms, how);
    device.say("after");
    await settle(1_000);
    expect(device.closed).toBeUndefined();
    expect(a.heard).toEqual(["before", "during 1", "during 2", "during 3", "after"]);
    expect(device.got.filter((text) => !text.startsWith("echo"))).toEqual(["told 1", "told 2", "told 3"]);
    expect(device.got.filter((text) => text.startsWith("echo"))).toEqual(a.heard.map((text) => `echo ${text}`));
  });

  test("for so long that nobody waits for an answer: who said something begins anew, who said nothing stays", async () => {
    a.serving = 1;
    const [talks, quiet] = [connect(), connect()];
    await settle();
    away = "refuses";
    talks.say("INVITE");
    await settle(25_000);
    expect(talks.closed).toBe(1012);
    away = undefined;
    await settle(1_000);
    await settle(1_000);
    expect([a.heard, quiet.closed, a.wires.size]).toEqual([[], undefined, 1]);
    quiet.say("later");
    await settle();
    expect(a.heard).toEqual(["later"]);
  });

  test("what closes meanwhile is closed when it is back; what opens meanwhile is taken then", async () => {
    a.serving = 1;
    const [leaves, stays] = [connect(), connect()];
    await settle();
    away = "loses";
    leaves.close(1000);
    const comes = connect();
    comes.say("hello");
    await settle(4_000);
    expect(a.wires.size).toBe(2);
    away = undefined;
    await settle(1_000);
    await settle(3_000);
    await settle(1_000);
    expect([a.wires.size, a.heard, comes.closed, stays.closed]).toEqual([2, ["hello"], undefined, undefined]);
  });

  test("K33 the owner does not know for a while whether it is the owner: sockets stay, and what was said is read then", async () => {
    a.serving = 1;
    const device = connect();
    await settle();
    a.serving = undefined;
    device.say("in doubt");
    await settle(4_000);
    expect([a.heard, device.closed]).toEqual([[], undefined]);
    a.serving = 1;
    await settle(1_000);
    await settle(1_000);
    expect([a.heard, device.got, device.closed]).toEqual([["in doubt"], ["echo in doubt"], undefined]);
  });
});

test("P23 a process that is followed hands its own sockets on, with what nobody has read yet", async () => {
  const devices = ["1", "2", "3"].map((id) => ({ id, device: new Device() }));
  b.serving = 2;
  b.known = devices.map(({ id }) => id);
  // Each of them asks who has the switch: the answers cross.
  for (const { id, device } of devices)
    gateway.takeOver(device, "192.0.2.1", id, { said: [`unread ${id}`], signedIn: true });
  await settle();
  for (const { id, device } of devices) device.say(`later ${id}`);
  await settle();
  expect(devices.map(({ device }) => device.closed)).toEqual([undefined, undefined, undefined]);
  expect([...b.heard].sort()).toEqual(["later 1", "later 2", "later 3", "unread 1", "unread 2", "unread 3"]);
});

describe("a socket of the process that has the switch", () => {
  class Wire extends Device {
    readonly OPEN = 1;
    get readyState(): 1 | 3 {
      return this.closed === undefined ? 1 : 3;
    }
  }
  let device: Wire;
  let serves: boolean;
  let left: Parameters<OwnWireDeps["leave"]>[0] | undefined;
  let wire: OwnWire;
  const heard: string[] = [];
  beforeEach(() => {
    device = new Wire();
    serves = true;
    left = undefined;
    heard.length = 0;
    const { clock } = ports;
    wire = new OwnWire(device, { clock, serves: () => serves, leave: (former) => (left = former) });
    wire.on("message", (data: Buffer) => heard.push(String(data)));
  });

  test("P22 what comes while the switch is in doubt waits, and is read in order when it is not", async () => {
    device.say("1");
    serves = false;
    device.say("2");
    device.say("3");
    await ports.clock.advance(200);
    expect(heard).toEqual(["1"]);
    serves = true;
    await ports.clock.advance(200);
    expect(heard).toEqual(["1", "2", "3"]);
    expect(left).toBeUndefined();
  });

  test("P23 it outlives the switch: open, unread texts handed on, and nothing of it is the old owner's", async () => {
    const gone = jest.fn();
    wire.on("close", gone);
    serves = false;
    wire.signedIn();
    device.say("unread");
    wire.close(1012, "another process has the switch");
    const former = { said: ["unread"], signedIn: true };
    expect([device.closed, left, gone.mock.calls.length, wire.readyState]).toEqual([undefined, former, 1, 3]);
    wire.terminate();
    device.say("to the next");
    await ports.clock.advance(1_000);
    expect([device.closed, heard]).toEqual([undefined, []]);
  });

  test("P22 any other code closes it, and who talks on while nobody reads is cut off", () => {
    serves = false;
    for (let n = 0; n < 60; n++) device.say("x");
    expect([device.closed, left]).toEqual([1013, undefined]);
  });
});
