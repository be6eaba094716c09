/** Trunks where the switch is in parts: one process sets them and passes calls on, others have the enterprises (K44). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Switch, Trunk } from "../../../../ports/switch.ts";
import { Stage } from "../../../../testing/sip/contract/stage.ts";
import { Sipp, type Step } from "../../../../testing/sip/sipp.ts";
import { serveSockets } from "../../../embedded/switch/testing/harness.ts";
import type { PartedSwitchFace } from "../index.ts";
import { partedLegs, partedSwitch, until } from "../testing/harness.ts";

const talks: readonly Step[] = [
  { say: "180 Ringing" },
  { say: "200 OK", sound: true },
  { hear: "ACK" },
  { hear: "BYE" },
];
const gone: readonly Step[] = [{ say: "404 Not Found", extra: ["Reason: Q.850;cause=22"] }, { hear: "ACK" }];
const trunks: readonly Trunk[] = [
  ["talks", 1],
  ["gone", 0],
].map(([id, concurrency], n) => ({
  id: String(id),
  address: `127.0.4.${n + 1}:5090`,
  transport: "udp",
  codecs: ["PCMA"],
  concurrency: Number(concurrency),
  userName: "",
  password: "",
}));
const number = "02066668888";

/** Events of the part that another process has. */
const stage = new Stage();
const legs = partedLegs();
const far: Sipp[] = [];
let folder = "";
let whole: PartedSwitchFace;
let other: Switch;

async function setTrunks(): Promise<PartedSwitchFace> {
  const it = partedSwitch({ credentials: async () => [] }, "100001", legs);
  await it.start();
  await it.provision(trunks);
  it.parts.admit(async ({ to }) => (to === number ? { compId: "100002" } : "not-found"));
  return it;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-parts-"));
  far.push(await Sipp.answers(folder, "talks", "127.0.4.1:5090", talks));
  far.push(await Sipp.answers(folder, "gone", "127.0.4.2:5090", gone));
  whole = await setTrunks();
  other = whole.parts.of("100001");
  await other.start();
  await other.provision(trunks);
  await stage.open(async (directory) => {
    const parted = partedSwitch(directory, "100002", legs, (callId) => whole.parts.refusal(callId));
    const part = parted.parts.of("100002");
    await part.start();
    await part.provision(trunks);
    const { close, ...served } = await serveSockets(part, "liantai");
    return { ...served, close: () => parted.stop().then(close) };
  });
});
afterEach(() => stage.hangUpAll());
afterAll(async () => {
  await whole.provision([]);
  await stage.close();
  await whole.stop();
  await Promise.all(far.map((sipp) => sipp.end()));
  await rm(folder, { recursive: true, force: true });
});

const call = (from: Switch, over: string) =>
  from.originate({ to: { number: "13800138000", trunks: [over] }, from: number, ringMs: 6_000 });
const incoming = (name: string, port: number, to: string, talkMs: number) =>
  Sipp.calls(folder, name, `127.0.4.1:${port}`, process.env["TEST_ASTERISK_SIP"] ?? "", {
    from: "anonymous",
    to,
    extra: ["P-Asserted-Identity: <sip:13900139000@127.0.4.1>", "X-Customer: 42"],
    talkMs,
  });

test("K44 N6 a part calls over trunks that another process set; their limit is of all parts together", async () => {
  const leg = await call(stage.switch, "talks");
  await stage.next("answered", leg);
  expect(await call(other, "talks").catch(({ code }: { code: string }) => code)).toBe("unreachable");
  await stage.switch.hangup(leg);
  await stage.next("hungup", leg);
  await until(async () => {
    const next = await call(other, "talks").catch(() => undefined);
    if (next !== undefined) await other.hangup(next);
    return next !== undefined;
  });
});

test("K44 K25 what the network said of a refused call is heard by the process that sets the trunks, and told", async () => {
  const leg = await call(stage.switch, "gone");
  expect(await stage.next("hungup", leg)).toMatchObject({ cause: "not-found", sipCode: 404, q850: 22 });
});

test("K44 a call that comes in goes on to the part of its enterprise, and outlives the process that passed it on", async () => {
  const caller = await incoming("in", 5091, number, 3_000);
  far.push(caller);
  const event = await stage.next("incoming");
  expect(event).toMatchObject({ from: "13900139000", to: number, trunk: "talks", headers: { "X-Customer": "42" } });
  await stage.switch.answer(event.leg);
  await stage.next("answered", event.leg);
  // Another process sets the trunks from now on, and clears up what the one before left.
  const before = whole;
  whole = await setTrunks();
  await before.letGo();
  expect(await stage.switch.liveLegs()).toEqual([expect.objectContaining({ leg: event.leg, state: "answered" })]);
  expect(await stage.next("hungup", event.leg, 6_000)).toMatchObject({ cause: "normal" });
  expect(await caller.code).toBe(0);
});

test("K44 N6 N5 a number of nobody's is refused, and a call over a full node", async () => {
  const nobodys = await incoming("nobodys", 5092, "02000000000", 100);
  far.push(nobodys);
  expect(await nobodys.code).not.toBe(0);
  const said = async (sipp: Sipp) =>
    (await sipp.messages()).flatMap(({ sent, text }) => (sent ? [] : [text.split("\r\n", 1)[0]])).at(-1);
  expect(await said(nobodys)).toMatch(/^SIP\/2\.0 404 /);
  const out = await call(stage.switch, "talks");
  await stage.next("answered", out);
  expect(await stage.switch.room(["talks"])).toBe(0);
  const full = await incoming("full", 5093, number, 100);
  far.push(full);
  expect(await full.code).not.toBe(0);
  expect(await said(full)).toMatch(/^SIP\/2\.0 503 /);
});
