/** What a task's line says before its answer: recordings, words, tones, and the words that are left on a machine. */
import { printOf } from "../audio/answering/fingerprint.ts";
import { packPrint } from "../audio/answering/index.ts";
import { chatterOf, framesOf, talk } from "../audio/answering/testing/chatter.ts";
import { joined, pauseOf, toneOf } from "../audio/answering/testing/line.ts";
import { attempts, joins, makeTask, phones } from "../testing/dial-floor.ts";
import { createDiallers } from "./dialling/index.ts";
import { createListeners } from "./dialling/carrier-prompts/listening.ts";
import type { SpeechFor } from "./engines/index.ts";
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";
import { publish } from "./topics.ts";

const one = "13800138001";
const off = chatterOf(1, 3_000);
const empty = chatterOf(2, 3_000);

/** What the recogniser understands next; undefined: the enterprise has none. */
let understood: string | undefined;
/** Sessions that were opened, and frames they were given. */
let listened: number[];
const speechFor = (() => ({
  hears: async () => understood !== undefined,
  async listen(_: unknown, heard: (event: object) => void) {
    const nth = listened.push(0) - 1;
    return {
      push() {
        listened[nth]! += 1;
        if (listened[nth] === 60) heard({ type: "final", text: understood, confidence: 1, alternatives: [] });
      },
      type: () => undefined,
      end: () => undefined,
    };
  },
})) as unknown as SpeechFor;

let s: Stage;
const stage = stagesOf((made) => (s = made), {
  diallers: (ports) => createDiallers({ ports, speechFor, outcome: async () => ({}) }),
  group: { wrapUpS: 0 },
});

async function learn(id: string, code: number, samples: Int16Array, more: { enabled?: number; hangsUp?: number } = {}) {
  const { compId, ports } = s;
  await ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("carrier_prompt")
      .values({
        ...{
          compId,
          id,
          code,
          name: `提示音${id}`,
          carrier: "mobile",
          durationMs: 3_000,
          bytes: 1,
          ...more,
        },
        ...{ blobKey: id, createdAt: new Date(ports.clock.now()) },
        print: Buffer.from(packPrint(printOf(samples))).toString("base64"),
      })
      .execute(),
  );
  await publish(ports.broker, "carrierPrompts.changed", { compId });
  await s.settle();
}

/** A task's call that rings with sound. */
async function dialled(number = one) {
  const user = await s.called(number);
  const id = await makeTask(s, { agents: ["1001"], phones: [number] });
  await s.ready("1001");
  await joins(s, id, "1001");
  const leg = s.sw.at(user)[0]!;
  s.sw.tell({ type: "progress", leg });
  await s.settle();
  return { id, leg };
}

/** The line says this, until it is hung up on. How much of it was heard, ms. */
async function says(leg: string, samples: Int16Array): Promise<number> {
  let ms = 0;
  for (const frame of framesOf(samples)) {
    if (s.sw.hears(leg) === "gone") break;
    s.sw.forks.saysFrame(leg, frame);
    ms += 20;
    await s.ports.clock.advance(20);
    if (ms % 500 === 0) await s.settle();
  }
  await s.settle();
  return ms;
}

beforeEach(async () => {
  understood = undefined;
  listened = [];
  await stage();
});

test("D21 an announcement that is known ends the call at once, and attempt, record and track say which it was", async () => {
  await learn("a1", 581, off);
  await learn("a2", 582, empty);
  const { id, leg } = await dialled();
  const heard = await says(leg, joined([pauseOf(400), off, pauseOf(800), off]));
  expect(s.sw.hears(leg)).toBe("gone");
  expect(heard).toBeLessThanOrEqual(4_500);
  const [attempt] = await attempts(s, id);
  expect(attempt).toMatchObject({ code: 581, witness: "sample", cause: "unreachable", answeredAt: null });
  expect(await s.record(attempt!.callId)).toMatchObject({ result: 581 });
  expect(await s.track(attempt!.callId)).toContain("lineAnnounced");
  // Off now is dialled again by the usual rule of 581.
  expect(await phones(s, id)).toMatchObject([{ state: "retry", lastCode: 581 }]);
});

test("D21 one that lets the call wait is the result all the same, before what the exchange signals", async () => {
  await learn("a1", 584, off, { hangsUp: 0 });
  const { id, leg } = await dialled();
  await says(leg, off);
  expect(s.sw.hears(leg)).not.toBe("gone");
  s.sw.leave(leg, "busy", { q850: 18, sipCode: 486 });
  await s.settle();
  expect(await attempts(s, id)).toMatchObject([{ code: 584, witness: "sample" }]);
});

test("D21 a network that hangs up within it has said enough; another carrier's sound says nothing", async () => {
  await learn("a1", 583, off);
  const { id, leg } = await dialled();
  await says(leg, off.subarray(0, 8 * 1_700));
  expect(s.sw.hears(leg)).not.toBe("gone");
  s.sw.leave(leg, "busy", { sipCode: 486 });
  await s.settle();
  expect(await attempts(s, id)).toMatchObject([{ code: 583, witness: "sample" }]);
  const other = await dialled("13800138002");
  await says(other.leg, empty);
  s.sw.leave(other.leg, "busy", { sipCode: 486 });
  await s.settle();
  expect(await attempts(s, other.id)).toMatchObject([{ code: 588, witness: "signal" }]);
});

test("D21 a tone before the answer says more than the SIP status, and less than a Q.850 cause; the record agrees", async () => {
  const busy = joined(Array.from({ length: 5 }, () => [toneOf(450, 350), pauseOf(350)]).flat());
  const { id, leg } = await dialled();
  await says(leg, busy);
  s.sw.leave(leg, "not-found", { sipCode: 404 });
  await s.settle();
  const [attempt] = await attempts(s, id);
  expect(attempt).toMatchObject({ code: 588, witness: "signal" });
  expect(await s.record(attempt!.callId)).toMatchObject({ result: 588 });
  const other = await dialled("13800138002");
  await says(other.leg, busy);
  s.sw.leave(other.leg, "not-found", { sipCode: 404, q850: 20 });
  await s.settle();
  expect(await attempts(s, other.id)).toMatchObject([{ code: 581, witness: "signal" }]);
});

test("D22 words are asked for where the enterprise has a recogniser, and only when somebody speaks", async () => {
  understood = "您好，您拨打的电话已关机，请稍后再拨";
  const { id, leg } = await dialled();
  await says(leg, joined([toneOf(450, 1_000), pauseOf(2_000)]));
  expect(listened).toEqual([]);
  await says(leg, empty);
  expect(listened).toHaveLength(1);
  expect(s.sw.hears(leg)).toBe("gone");
  expect(await attempts(s, id)).toMatchObject([{ code: 581, witness: "words" }]);
  understood = "您拨打的用户正在通话中，请不要挂机";
  const waits = await dialled("13800138002");
  await says(waits.leg, empty);
  expect(s.sw.hears(waits.leg)).not.toBe("gone");
  s.sw.leave(waits.leg, "no-answer", { sipCode: 480, rang: true });
  await s.settle();
  expect(await attempts(s, waits.id)).toMatchObject([{ code: 584, witness: "words" }]);
});

test("D22 without recordings and without a recogniser nobody listens; of those that are not enabled none counts", async () => {
  const { ports, compId } = s;
  const listeners = createListeners({ ports, speechFor }, compId);
  expect(await listeners.ear(() => undefined)).toBeUndefined();
  await learn("a1", 581, off, { enabled: 0 });
  listeners.changed();
  expect(await listeners.ear(() => undefined)).toBeUndefined();
  understood = "";
  expect(await listeners.ear(() => undefined)).toBeDefined();
});

test("D36 what a line said that nothing recognised is kept; what is known, what is answered and what only rings is not", async () => {
  const kept = async () =>
    (await s.ports.database.system((trx) => trx.selectFrom("early_sound").selectAll().execute())).map(
      ({ callId, durationMs }) => [callId, durationMs],
    );
  // Of tests before it.
  await s.ports.database.system((trx) => trx.deleteFrom("early_sound").execute());
  await learn("a1", 581, off);
  const unknown = await dialled();
  await says(unknown.leg, joined([pauseOf(400), empty]));
  s.sw.leave(unknown.leg, "not-found", { sipCode: 404 });
  await s.settle();
  const { callId } = (await attempts(s, unknown.id))[0]!;
  expect(await kept()).toEqual([[callId, 3_400]]);
  const lines = [off, joined([toneOf(450, 1_000), pauseOf(2_000)]), chatterOf(3, 3_000)];
  for (const [n, samples] of lines.entries()) {
    await s.advance(10_000);
    const { leg } = await dialled(`1380013801${n}`);
    await says(leg, samples);
    if (n === 2) s.sw.pickUp(leg);
    await s.settle();
    s.sw.leave(leg, "no-answer", { sipCode: 480 });
    await s.settle();
  }
  expect(await kept()).toEqual([[callId, 3_400]]);
  // Cancelled by ourselves, when it has rung long enough, it is what it said all the same.
  await s.advance(10_000);
  const late = await dialled("13800138020");
  await says(late.leg, empty);
  await s.advance(60_000);
  expect(await kept()).toHaveLength(2);
});

test("D24 what is added counts from the next line on", async () => {
  await learn("a1", 581, off);
  const first = await dialled();
  await says(first.leg, empty);
  s.sw.leave(first.leg, "busy", { sipCode: 486 });
  await s.settle();
  expect(await attempts(s, first.id)).toMatchObject([{ code: 588 }]);
  await learn("a2", 582, empty);
  const next = await dialled("13800138002");
  await says(next.leg, joined([empty, pauseOf(1_500)]));
  expect(await attempts(s, next.id)).toMatchObject([{ code: 582, witness: "sample" }]);
});

describe("D23 words for a machine", () => {
  const machine = { amd: 1, machineAction: "voice", machineText: "您好，请回电。" } as const;
  const greeting = joined([pauseOf(300), talk(4_000)]);

  async function answered() {
    const user = await s.called(one);
    const id = await makeTask(s, { agents: ["1001"], phones: [one], ...machine });
    await s.ready("1001");
    await joins(s, id, "1001");
    const leg = s.sw.at(user)[0]!;
    s.sw.pickUp(leg);
    await s.settle();
    return { id, leg };
  }

  test("D23 they begin when its tone is over, not before", async () => {
    const { id, leg } = await answered();
    await says(leg, joined([greeting, pauseOf(300), toneOf(1_000, 400)]));
    expect(s.sw.hears(leg)).not.toMatch(/^file /);
    await says(leg, pauseOf(200));
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await s.advance(21_000);
    expect(await attempts(s, id)).toMatchObject([{ answerer: "machine", cause: "machineAnswered", code: 200 }]);
  });

  test("D23 one without a tone is spoken to after 2.5 s of silence", async () => {
    const quiet = await answered();
    await says(quiet.leg, joined([greeting, pauseOf(2_200)]));
    expect(s.sw.hears(quiet.leg)).not.toMatch(/^file /);
    await says(quiet.leg, pauseOf(400));
    expect(s.sw.hears(quiet.leg)).toMatch(/^file /);
    s.sw.leave(quiet.leg);
    await s.settle();
  });

  test("D23 it is waited for at most 25 s; who hangs up meanwhile was a machine", async () => {
    const { id, leg } = await answered();
    await says(leg, greeting);
    await s.advance(22_500);
    expect(s.sw.hears(leg)).not.toMatch(/^file /);
    await s.advance(700);
    expect(s.sw.hears(leg)).toMatch(/^file /);
    s.sw.leave(leg);
    await s.settle();
    expect(await attempts(s, id)).toMatchObject([{ answerer: "machine", cause: "machineAnswered" }]);
  });
});
