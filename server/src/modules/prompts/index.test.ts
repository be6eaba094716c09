/** K38: what was spoken once is not spoken again, in this process, the next one, or on another machine. */
import { mkdtemp, rm, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayMs } from "@liantai/api/contract";
import { createEmbeddedSpeech } from "../../adapters/embedded/speech/index.ts";
import { createTestPorts, type TestPorts } from "../../testing/index.ts";
import { createPromptStore } from "./index.ts";

let ports: TestPorts;
let folder: string;
beforeEach(async () => {
  ports = await createTestPorts();
  folder = await mkdtemp(join(tmpdir(), "liantai-prompts-"));
});
afterEach(async () => {
  await ports.close();
  await rm(folder, { recursive: true, force: true });
});

/** A machine with a folder of its own, and how often its engine spoke. */
function machine(name: string, { voice = "v1", mostBytes = 10_000, fails = false } = {}) {
  const spoke: string[] = [];
  const speech = createEmbeddedSpeech({
    folder: join(folder, name),
    clock: ports.clock,
    logger: ports.logger,
    store: createPromptStore({ ...ports, mostBytes }),
    engine: {
      voice,
      speak: async (text) => {
        spoke.push(text);
        if (fails) throw new Error("no engine");
        return Buffer.alloc(1_000, text);
      },
      close: async () => undefined,
    },
  });
  return { speech, spoke };
}
const rows = () => ports.database.system((trx) => trx.selectFrom("prompt").selectAll().orderBy("usedAt").execute());
const kept = async () => {
  const keys: string[] = [];
  for await (const { key } of ports.blobs.list("prompts/")) keys.push(key);
  return keys;
};
/** Until what nobody waits for is done. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await ports.database.ping();
}

test("K38 another machine plays what the first one spoke; another voice speaks for itself", async () => {
  const one = machine("a");
  const sentences = ["预计等待约3分钟。", "您是下一位，请稍候。"];
  for (const text of [...sentences, ...sentences]) await one.speech.speak(text);
  expect(one.spoke).toEqual(sentences);
  await until(async () => (await rows()).length === 2);
  const two = machine("b");
  const [path] = await Promise.all([two.speech.speak(sentences[0]!), two.speech.speak(sentences[0]!)]);
  expect(await readFile(path!)).toEqual(await readFile(await one.speech.speak(sentences[0]!)));
  expect(two.spoke).toEqual([]);
  const three = machine("c", { voice: "v2" });
  await three.speech.speak(sentences[0]!);
  expect(three.spoke).toEqual([sentences[0]]);
});

test("K38 nothing that was said can be read from rows and keys; no enterprise may read them", async () => {
  const { speech } = machine("a");
  await speech.speak("您的回呼号码是");
  await until(async () => (await rows()).length === 1);
  expect(JSON.stringify([await rows(), await kept()])).not.toContain("回呼");
  await expect(
    ports.database.tenant("100001", (trx) => trx.selectFrom("prompt").selectAll().execute()),
  ).rejects.toThrow(/permission denied/);
});

test("K38 beyond their size the sentences wanted longest ago go, from table and store; a use here counts for the next day", async () => {
  const { speech, spoke } = machine("a", { mostBytes: 2_000 });
  await speech.speak("一");
  await until(async () => (await rows()).length === 1);
  await ports.clock.advance(1_000);
  await speech.speak("二");
  await until(async () => (await rows()).length === 2);
  await ports.clock.advance(dayMs);
  const [oldest] = await rows();
  await speech.speak("一");
  await until(async () => (await rows())[0]?.name !== oldest?.name);
  await speech.speak("三");
  await until(
    async () => (await kept()).length === 2 && (await rows()).some(({ madeAt }) => +madeAt === ports.clock.now()),
  );
  expect(spoke).toEqual(["一", "二", "三"]);
  const next = machine("b", { mostBytes: 2_000 });
  await next.speech.speak("一");
  expect(next.spoke).toEqual([]);
});

test("K38 what cannot be spoken is a chime for callers and an error for who can read; it is not kept, and tried again", async () => {
  const broken = machine("a", { fails: true });
  const chime = await broken.speech.speak("您好");
  expect(chime).toMatch(/chime\.wav$/);
  await expect(broken.speech.synthesise("您好")).rejects.toMatchObject({ name: "SpeechFailed" });
  expect([broken.spoke.length, broken.speech.failures, await rows(), await kept()]).toEqual([2, 1, [], []]);
  const mended = machine("a");
  expect(await mended.speech.speak("您好")).not.toBe(chime);
});

test("K38 a store that has lost a sound, or does not answer, costs another synthesis and no call", async () => {
  const one = machine("a");
  await one.speech.speak("您好");
  await until(async () => (await rows()).length === 1);
  for (const key of await kept()) await ports.blobs.delete(key);
  const two = machine("b");
  await two.speech.speak("您好");
  expect(two.spoke).toEqual(["您好"]);
  await until(async () => (await kept()).length === 1);
  ports.blobs.read = async () => Promise.reject(new Error("away"));
  const three = machine("c");
  expect(await three.speech.speak("您好")).not.toMatch(/chime/);
  expect(three.spoke).toEqual(["您好"]);
});
