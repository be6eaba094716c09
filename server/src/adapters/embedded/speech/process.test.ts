/** The program that speaks crashes, hangs, is not there: the server goes on. The program here is one that does as it is told. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVirtualClock } from "../../../testing/index.ts";
import { SpeechProcess, SpeechUnavailable } from "./process.ts";

const program = `
process.on("message", ({ id, text }) => {
  if (text === "crash") process.exit(3);
  if (text === "hang") return;
  if (text === "missing") return void process.send({ id, failed: "no package", missing: true });
  if (text === "refuse") return void process.send({ id, failed: "odd text", missing: false });
  process.send({ id, wav: new TextEncoder().encode(text + " " + process.pid + " " + Object.keys(process.env).sort()) });
});
process.on("disconnect", () => process.exit(0));
`;
let folder = "";
let file = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-speaker-"));
  file = join(folder, "program.mjs");
  await writeFile(file, program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const clock = createVirtualClock();
let speaker: SpeechProcess;
beforeEach(() => {
  speaker = new SpeechProcess(clock, file);
});
afterEach(() => speaker.close());
const said = async (text: string): Promise<string[]> =>
  Buffer.from(await speaker.speak(text))
    .toString()
    .split(" ");
const alive = (pid: string): boolean => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

test("it is another process, started once, without the server's environment", async () => {
  process.env["DATABASE_URL"] = "postgres://secret";
  const [[one, pid, names], [two, again]] = await Promise.all([said("一"), said("二")]);
  delete process.env["DATABASE_URL"];
  expect([one, two]).toEqual(["一", "二"]);
  expect(again).toBe(pid);
  expect(Number(pid)).not.toBe(process.pid);
  expect(names).not.toContain("DATABASE_URL");
});

test("it ends when nothing was said for two minutes, and comes back", async () => {
  const [, first] = await said("一");
  await clock.advance(119_000);
  expect(alive(first!)).toBe(true);
  await clock.advance(1_000);
  while (alive(first!)) await new Promise(setImmediate);
  expect((await said("二"))[1]).not.toBe(first);
});

test("after a crash it rests: a second, then two, then four; a sentence that is spoken makes it well", async () => {
  for (const pause of [1_000, 2_000, 4_000]) {
    await expect(speaker.speak("crash")).rejects.toThrow("ended");
    await clock.advance(pause - 1);
    await expect(speaker.speak("一")).rejects.toThrow(SpeechUnavailable);
    await clock.advance(1);
  }
  expect((await said("一"))[0]).toBe("一");
  await expect(speaker.speak("crash")).rejects.toThrow("ended");
  await clock.advance(1_000);
  expect((await said("二"))[0]).toBe("二");
});

test("one that hangs is killed after 15 s, and the next sentence finds another", async () => {
  const [, first] = await said("一");
  const hanging = speaker.speak("hang");
  const refused = expect(hanging).rejects.toThrow("too long");
  await new Promise(setImmediate);
  await clock.advance(15_000);
  await refused;
  while (alive(first!)) await new Promise(setImmediate);
  await clock.advance(1_000);
  expect((await said("二"))[1]).not.toBe(first);
});

test("a sentence it cannot speak harms no other; a component that is not installed is said in words", async () => {
  await expect(speaker.speak("refuse")).rejects.toThrow("odd text");
  await expect(speaker.speak("missing")).rejects.toThrow("未安装语音合成组件");
  expect((await said("一"))[0]).toBe("一");
});

test("nothing of the server asks for espeak-ng: its packages do not have it", async () => {
  const { dependencies, optionalDependencies = {} } = JSON.parse(
    await readFile(join(import.meta.dirname, "../../../../package.json"), "utf8"),
  );
  expect({ ...dependencies, ...optionalDependencies }).not.toHaveProperty("espeak-ng");
});
