/** K6: a recording has its true length, and says what it lacks. The disk is one that fails when it is told. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFile, mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tonePart } from "../../../../testing/sip/goertzel.ts";
import { readStereo } from "../../../../testing/sip/wav-file.ts";
import { FRAME } from "./g711.ts";
import { openRecordingFile, type OpenRecordingFile } from "./recording-file.ts";
import { Recorder } from "./recorder.ts";
import { tone } from "./tone.ts";

const hz = 400;
const second = tone(hz, 1_000);
const frameAt = (n: number): Uint8Array => second.subarray((n % 50) * FRAME, ((n % 50) + 1) * FRAME);

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-recorder-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A disk under our thumb. `full`: writes past the head fail; `slow`: writes wait. */
function disk() {
  let failures = 0;
  const state = {
    full: false,
    torn: false,
    slow: undefined as Promise<void> | undefined,
    /** Until so many writes have failed. */
    async failed(times: number) {
      while (failures < times) await new Promise(setImmediate);
    },
  };
  const open: OpenRecordingFile = async (path, frameBytes) => {
    const file = await openRecordingFile(path, frameBytes);
    return {
      ...file,
      async write(data, position) {
        await state.slow;
        if (state.full && position >= 44) {
          failures++;
          throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
        }
        return file.write(state.torn && data.length > 100 ? data.subarray(0, data.length >> 1) : data, position);
      },
    };
  };
  /** Until the head says so many seconds: the second before is on the disk. */
  const holds = async (path: string, seconds: number): Promise<void> => {
    while ((await readFile(path)).readUInt32LE(40) < seconds * 32_000) await new Promise(setImmediate);
  };
  return { state, open, holds };
}

const complaints: string[] = [];
async function begin(name: string, open?: OpenRecordingFile, begunAt?: number) {
  complaints.length = 0;
  const path = join(folder, `${name}.wav`);
  const recorder = await Recorder.begin(path, {}, (text) => complaints.push(text), { open, begunAt });
  let frame = 0;
  return {
    path,
    recorder,
    /** So many seconds of the tone on the left. */
    talk(seconds: number) {
      for (let i = 0; i < seconds * 50; i++, frame++) recorder.add(frameAt(frame), undefined, 5_000 + frame * 20);
    },
    /** The clock of the thread stood still. */
    stall(ms: number) {
      frame += ms / 20;
    },
    now: () => 5_000 + frame * 20,
  };
}

test("a recording that lacks nothing says so, and its digest is that of its samples", async () => {
  const { path, recorder, talk, now } = await begin("whole");
  talk(2.5);
  const result = await recorder.end(now() + 15);
  expect(result).toMatchObject({ durationMs: 2_500, bytes: 44 + 80_000, missing: [] });
  const file = await readFile(path);
  expect(result.digest).toBe(createHash("sha256").update(file.subarray(44)).digest("hex"));
  expect(file.length).toBe(result.bytes);
});

test("K83 it says where nobody spoke and where both did, and nothing of when it was paused or one side was not on it", async () => {
  const both = { left: ["customer"], right: ["agent"] };
  const recorder = await Recorder.begin(join(folder, "spoken.wav"), both, (text) => complaints.push(text));
  let frame = 0;
  const goesOn = (seconds: number, left: boolean, right: boolean) => {
    for (const end = frame + seconds * 50; frame < end; frame++)
      recorder.add(left ? frameAt(frame) : undefined, right ? frameAt(frame) : undefined, frame * 20);
  };
  goesOn(1, true, false);
  goesOn(3, false, false);
  goesOn(2, true, true);
  recorder.pause(true);
  goesOn(4, false, false);
  recorder.pause(false);
  recorder.setLegs({ left: ["customer"] });
  goesOn(4, false, false);
  recorder.setLegs(both);
  // The clock of the thread stood still for 3 s.
  frame += 150;
  goesOn(1, false, true);
  const { speech, durationMs } = await recorder.end(frame * 20);
  expect([durationMs, speech]).toEqual([
    18_000,
    { silent: [{ fromMs: 1_000, toMs: 4_000 }], both: [{ fromMs: 4_000, toMs: 6_000 }] },
  ]);
  // Who was on what lies there already is not known.
  const next = await Recorder.begin(join(folder, "spoken.wav"), both, () => undefined);
  next.add(frameAt(0), frameAt(0), 0);
  expect((await next.end()).speech).toBeUndefined();
});

test("a disk that was full for three seconds leaves three seconds of silence where they belong", async () => {
  const { state, open, holds } = disk();
  const { path, recorder, talk, now } = await begin("full", open);
  talk(4);
  await holds(path, 4);
  state.full = true;
  talk(3);
  await state.failed(3);
  state.full = false;
  talk(3);
  const result = await recorder.end(now());
  expect(result).toMatchObject({ durationMs: 10_000, missing: [{ fromMs: 4_000, toMs: 7_000 }] });
  expect(result.digest).toBeUndefined();
  const { left, ms } = await readStereo(path);
  expect(ms).toBe(10_000);
  expect(tonePart(left.subarray(0, 32_000), hz)).toBeGreaterThan(0.95);
  expect(left.subarray(32_000, 56_000).every((sample) => sample === 0)).toBe(true);
  expect(tonePart(left.subarray(56_000), hz)).toBeGreaterThan(0.95);
  expect(complaints).toEqual([expect.stringContaining("ENOSPC")]);
});

test("a disk that stays full to the end shortens nothing", async () => {
  const { state, open, holds } = disk();
  const { path, recorder, talk, now } = await begin("stays", open);
  talk(1);
  await holds(path, 1);
  state.full = true;
  talk(4.5);
  const result = await recorder.end(now());
  expect(result).toMatchObject({ durationMs: 5_500, missing: [{ fromMs: 1_000, toMs: 5_500 }] });
  expect((await readStereo(path)).ms).toBe(5_500);
});

test("a disk that is full from the first moment does not end the recording", async () => {
  const { state, open } = disk();
  state.full = true;
  const { recorder, talk, now } = await begin("never", open);
  talk(2);
  expect(await recorder.end(now())).toMatchObject({ durationMs: 2_000, missing: [{ fromMs: 0, toMs: 2_000 }] });
});

test("a thread that stood still for 8.8 of 19 s leaves 8.8 s of silence", async () => {
  const { path, recorder, talk, stall, now } = await begin("stall");
  talk(5);
  stall(8_800);
  talk(5.2);
  const result = await recorder.end(now());
  expect(result).toMatchObject({ durationMs: 19_000, missing: [{ fromMs: 5_000, toMs: 13_800 }] });
  expect(result.digest).toBeDefined();
  const { left, ms } = await readStereo(path);
  expect(ms).toBe(19_000);
  expect(left.subarray(40_000, 110_400).every((sample) => sample === 0)).toBe(true);
  expect(tonePart(left.subarray(110_400), hz)).toBeGreaterThan(0.95);
});

test("so does one that stood still to the end", async () => {
  const { recorder, talk, stall, now } = await begin("late");
  talk(2);
  stall(1_000);
  expect(await recorder.end(now())).toMatchObject({ durationMs: 3_000, missing: [{ fromMs: 2_000, toMs: 3_000 }] });
});

test("a disk that hangs for over a minute costs what did not fit, and nothing moves", async () => {
  const { state, open } = disk();
  const { path, recorder, talk, now } = await begin("slow", open);
  let go = (): void => undefined;
  state.slow = new Promise((resolve) => (go = resolve));
  talk(70);
  go();
  state.slow = undefined;
  const result = await recorder.end(now());
  // A fifth of a second is in the disk's hands, sixty seconds wait.
  expect(result).toMatchObject({ durationMs: 70_000, missing: [{ fromMs: 60_200, toMs: 70_000 }] });
  expect((await readStereo(path)).ms).toBe(70_000);
});

test("a disk that takes a piece at a time takes all of it", async () => {
  const { state, open } = disk();
  state.torn = true;
  const { path, recorder, talk, now } = await begin("torn", open);
  talk(3);
  const result = await recorder.end(now());
  expect(result.missing).toEqual([]);
  expect(result.digest).toBe(
    createHash("sha256")
      .update((await readFile(path)).subarray(44))
      .digest("hex"),
  );
});

test("a real limit of the system: the process lives, the length is told, the loss is named", async () => {
  const path = join(folder, "limit.wav");
  const script = join(folder, "limit.mjs");
  await writeFile(
    script,
    `import { Recorder } from ${JSON.stringify(join(import.meta.dirname, "recorder.ts"))};
     const recorder = await Recorder.begin(${JSON.stringify(path)}, {}, () => undefined);
     const frame = new Uint8Array(160).fill(0x20);
     for (let i = 0; i < 500; i++) {
       recorder.add(frame, frame, i * 20);
       if (i % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 5));
     }
     console.log(JSON.stringify(await recorder.end(10_000)));`,
  );
  // 128 KiB a file: four seconds and a bit.
  const child = spawnSync("bash", ["-c", 'ulimit -f 128; exec "$0" "$1"', process.execPath, script], {
    encoding: "utf8",
  });
  expect({ status: child.status, signal: child.signal }).toEqual({ status: 0, signal: null });
  expect(JSON.parse(child.stdout)).toMatchObject({ durationMs: 10_000, missing: [{ fromMs: 4_000, toMs: 10_000 }] });
  expect((await stat(path)).size).toBeLessThanOrEqual(128 * 1_024);
});

test.each(["with an empty file", "without any"])(
  "K35 a recording whose first owner brought nothing to the disk, %s, has its time, and says that it is missing",
  async (how) => {
    const name = `nothing-${how.split(" ").at(-1)}`;
    if (how.includes("file")) await (await begin(name)).recorder.letGo();
    const { path, recorder, talk, now } = await begin(name, undefined, Date.now() - 7_000);
    talk(1);
    const result = await recorder.end(now());
    const [gap] = result.missing;
    expect(result.missing).toHaveLength(1);
    expect(gap?.fromMs).toBe(0);
    expect(gap?.toMs).toBeGreaterThanOrEqual(7_000);
    expect(gap?.toMs).toBeLessThan(15_000);
    expect(result.durationMs).toBe(gap!.toMs + 1_000);
    const { left } = await readStereo(path);
    expect(tonePart(left.subarray(0, gap!.toMs * 8), hz)).toBe(0);
    expect(tonePart(left.subarray(gap!.toMs * 8), hz)).toBeGreaterThan(0.95);
  },
);

test("K6 K35 a recording fetched from another machine has its gap, though its file was written this moment", async () => {
  const first = await begin("dead-machine");
  first.talk(10);
  await first.recorder.end();
  const path = join(folder, "fetched.wav");
  await writeFile(path, await readFile(first.path));
  const { recorder, talk, now } = await begin("fetched", undefined, Date.now() - 12_000);
  talk(1);
  const result = await recorder.end(now());
  const [gap] = result.missing;
  expect(result.missing).toHaveLength(1);
  expect(gap?.fromMs).toBe(10_000);
  // Reckoned from its beginning, not from the last sample that was fetched.
  expect(gap?.toMs).toBeGreaterThanOrEqual(12_000);
  expect(gap?.toMs).toBeLessThan(20_000);
  expect(result.durationMs).toBe(gap!.toMs + 1_000);
  const { left, ms } = await readStereo(path);
  expect(ms).toBe(result.durationMs);
  expect(tonePart(left.subarray(0, 80_000), hz)).toBeGreaterThan(0.95);
  expect(tonePart(left.subarray(80_000, gap!.toMs * 8), hz)).toBe(0);
  expect(tonePart(left.subarray(gap!.toMs * 8), hz)).toBeGreaterThan(0.95);
});

test("K35 a recording longer than its time, by a clock that is behind, goes on at its end and names what it lacks then", async () => {
  const first = await begin("ahead");
  first.talk(10);
  await first.recorder.end();
  const { recorder, talk, stall, now } = await begin("ahead", undefined, Date.now());
  talk(1);
  stall(2_000);
  talk(1);
  const result = await recorder.end(now());
  expect(result).toMatchObject({ durationMs: 14_000, missing: [{ fromMs: 11_000, toMs: 13_000 }] });
});

test("a recording that was cut off goes on where it lies; a file that is none is replaced", async () => {
  const first = await begin("cut");
  first.talk(2);
  await first.recorder.end();
  // A kill in the middle of a write.
  await appendFile(first.path, Buffer.alloc(333, 1));
  const tenSecondsAgo = Date.now() / 1_000 - 10;
  await utimes(first.path, tenSecondsAgo, tenSecondsAgo);
  const { path, recorder, talk, now } = await begin("cut");
  talk(1);
  const result = await recorder.end(now());
  const [gap] = result.missing;
  expect(result.missing).toHaveLength(1);
  expect(gap?.fromMs).toBe(2_000);
  expect(gap?.toMs).toBeGreaterThanOrEqual(12_000);
  expect(gap?.toMs).toBeLessThan(20_000);
  expect(result.durationMs).toBe(gap!.toMs + 1_000);
  const samples = (await readFile(path)).subarray(44);
  expect(result.digest).toBe(createHash("sha256").update(samples).digest("hex"));
  const { left, ms } = await readStereo(path);
  expect(ms).toBe(result.durationMs);
  expect(tonePart(left.subarray(0, 16_000), hz)).toBeGreaterThan(0.95);
  expect(tonePart(left.subarray(16_000, gap!.toMs * 8), hz)).toBe(0);
  expect(tonePart(left.subarray(gap!.toMs * 8), hz)).toBeGreaterThan(0.95);

  await writeFile(join(folder, "none.wav"), "no recording at all, and longer than a head would be; it goes");
  const other = await begin("none");
  other.talk(1);
  expect(await other.recorder.end(other.now())).toMatchObject({ durationMs: 1_000, missing: [] });
});
