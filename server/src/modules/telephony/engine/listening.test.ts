/** Seat assist over real legs: espeak-ng's sentences through SIP and mu-law, the embedded switch's copy, the closed grammar. */
import { assistRules, type AssistMessage, type DialogueEntry } from "@liantai/api/contract/assist";
import { samplesOf } from "../../../adapters/embedded/speech/trying.ts";
import { embeddedHarness } from "../../../adapters/embedded/switch/testing/harness.ts";
import { createListener, recogniserOf } from "../../assist/index.ts";
import { createSpeechFor } from "../../engines/index.ts";
import { subscribe } from "../../topics.ts";
import { compId, direct, openFloor, type Desk, type Floor } from "../testing/real-floor.ts";

const bad = "我要投诉你们公司";
const question = "请问怎么申请退款";
/** Without what is silent before and after. */
function trimmed(samples: Int16Array): Int16Array {
  const loud = (sample: number) => Math.abs(sample) > 200;
  return samples.subarray(samples.findIndex(loud), samples.findLastIndex(loud) + 1);
}

let floor: Floor;
let agent: Desk;
const told: AssistMessage[] = [];

beforeAll(async () => {
  floor = await openFloor(
    embeddedHarness,
    (base) =>
      base.database.system(async (trx) => {
        await trx.updateTable("access_number").set({ greeting: "" }).execute();
        const { silence, speed } = assistRules;
        await trx
          .insertInto("assist_setting")
          .values({ compId, enabled: 1, silenceS: silence.default, speed: speed.default, chipin: 1 })
          .execute();
        await trx.insertInto("assist_word").values({ compId, word: bad, place: 0 }).execute();
        await trx
          .insertInto("assist_knowledge")
          .values({ compId, id: "k1", sentence: question, content: "三个工作日到账" })
          .execute();
      }),
    undefined,
    undefined,
    (ports, sealer) => createListener({ ports, recogniser: recogniserOf(createSpeechFor({ ports, sealer })) }),
  );
  agent = await floor.desk("1001", 500);
  await subscribe(floor.ports.broker, "assist.told", ({ message }) => void told.push(message));
}, 60_000);
afterAll(() => floor?.close());

test("A2 A3 A4 E20 both sides are heard over live legs: CHAT with measures, WARN for a planted word, PROCESS, each in 2.5 s", async () => {
  const { speech } = floor.ports;
  const voice = (name: string) => ({ voice: name, speed: 100, volume: 100, pitch: 50 });
  const [complaint, asked] = await Promise.all([
    speech.synthesise(bad, voice("cmn+m7")).then(samplesOf).then(trimmed),
    speech.synthesise(question, voice("cmn+f5")).then(samplesOf).then(trimmed),
  ]);
  await agent.command("setState", { state: "1" });
  const guest = await floor.customerPage(direct, "13800138001");
  const client = await floor.phone(guest.user, guest.password, 1_100);
  const customer = await client.call(direct);
  const phone = await agent.client.incoming(10_000);
  await phone.answer();
  for (const { peer } of [customer, phone]) peer.toneHz = undefined;
  const chats = () => told.flatMap((each) => (each.type === "CHAT" ? [each.dialogueData] : []));
  await floor.until("the beginning", () => told.some(({ type }) => type === "customerInfo"));
  expect(told.slice(0, 3).map(({ type }) => type)).toEqual(["ASR_START", "CUSTOMER", "customerInfo"]);
  // The tones before were voices to nobody, or sentences nobody understood.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  /** Eight letters each. */
  const offBy = ({ entry, lengthMs }: { entry: DialogueEntry; lengthMs: number }) =>
    Math.abs((entry.speed ?? 0) / ((8 * 60_000) / lengthMs) - 1);
  /** Said again where this machine stalled and stretched the sound itself, twice at most. */
  const say = async (peer: typeof phone.peer, samples: Int16Array, text: string) => {
    const lengthMs = samples.length / 8;
    for (let turn = 1; ; turn++) {
      const before = chats().length;
      peer.say(samples);
      const began = performance.now();
      await floor.until(text, () =>
        chats()
          .slice(before)
          .some((entry) => entry.text === text),
      );
      const late = performance.now() - began - lengthMs;
      const entry = chats().findLast((each) => each.text === text)!;
      const said = { entry, lengthMs, late };
      if (offBy(said) < 0.1 || turn === 3) return said;
    }
  };
  const first = await say(customer.peer, complaint, bad);
  const second = await say(phone.peer, asked, question);
  process.stdout.write(
    `assist: ${[first, second]
      .map(
        ({ entry: { speed, mute }, lengthMs, late }) =>
          `${Math.round(lengthMs)} ms said, ${speed}/min, mute ${mute} ms, told ${Math.round(late)} ms after`,
      )
      .join("; ")}\n`,
  );
  expect(first.entry).toMatchObject({ type: "customer", chipin: 0, badWord: 1, badWords: [bad] });
  expect(second.entry).toMatchObject({ type: "agent", chipin: 0, badWord: 0 });
  for (const said of [first, second]) {
    expect(offBy(said)).toBeLessThan(0.1);
    expect(said.late).toBeLessThan(2_500);
  }
  // Since the end of the sentence before it nobody spoke.
  const before = chats().filter(({ endTime }) => endTime <= second.entry.startTime);
  expect(second.entry.mute).toBe(second.entry.startTime - Math.max(...before.map(({ endTime }) => endTime)));
  expect(told).toContainEqual(
    expect.objectContaining({ type: "WARN", warningData: expect.objectContaining({ kind: "badWord" }) as object }),
  );
  expect(told).toContainEqual(
    expect.objectContaining({ type: "PROCESS", nodeData: { nodeId: "k1", content: "三个工作日到账" } }),
  );
  const { callId } = agent.call()!;
  customer.bye();
  await phone.ended;
  await floor.until("the transcript", async () => {
    const rows = await floor.ports.database.system((trx) =>
      trx.selectFrom("assist_entry").select("text").where("callId", "=", callId).orderBy("startedAt").execute(),
    );
    return [bad, question].every((text) => rows.some((row) => row.text === text));
  });
}, 60_000);
