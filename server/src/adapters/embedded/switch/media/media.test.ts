import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wavHead } from "@liantai/api/wav";
import { loudness } from "../../../../testing/sip/goertzel.ts";
import { readStereo, wavOf } from "../../../../testing/sip/wav-file.ts";
import { PressReader, PressWriter } from "./digits.ts";
import { FRAME, fromAlaw, PCM_TO_ULAW, toAlaw, toPcm, toUlaw } from "./g711.ts";
import { Lateness } from "./lateness.ts";
import { synthesizeMusic } from "./music.ts";
import { compactNtp, ReceiveStats, roundTripMs } from "./rtcp.ts";
import { decodeWav, repairWav } from "./wav.ts";

test("mu-law: known values of ITU-T G.711, and down and up again is the same byte", () => {
  expect([0, 32_767, -32_768, 1_000, -1_000].map((sample) => PCM_TO_ULAW[sample & 0xffff])).toEqual([
    0xff, 0x80, 0x00, 0xce, 0x4e,
  ]);
  for (let byte = 0; byte < 256; byte++) if (byte !== 0x7f) expect(toUlaw(toPcm(byte))).toBe(byte);
});

test("A-law: known values of ITU-T G.711, and what comes in as A-law goes out as the same but where mu-law is coarser", () => {
  // Of 1,000 mu-law keeps 988, which is step 14 of segment 2 in A-law.
  const samples = [0, 32_767, -32_768, 1_000, -1_000];
  expect([...toAlaw(Uint8Array.from(samples, toUlaw))]).toEqual([0xd5, 0xaa, 0x2a, 0xfb, 0x7b]);
  expect(toPcm(fromAlaw(Uint8Array.of(0xd5))[0]!)).toBe(8);
  const there = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const back = toAlaw(fromAlaw(there));
  // ITU-T G.711 tables 3 and 4 lose a step of the loud ones too, never more than one and never the sign.
  for (let byte = 0; byte < 256; byte++) {
    const [was, is] = [byte ^ 0x55, back[byte]! ^ 0x55];
    expect(was & 0x80).toBe(is & 0x80);
    expect(Math.abs((was & 0x7f) - (is & 0x7f))).toBeLessThanOrEqual(1);
  }
});

test("the hold music is always the same, soft, and never silent for long", () => {
  const music = synthesizeMusic();
  expect(music.length).toBe(307_200);
  expect(Buffer.compare(Buffer.from(music), Buffer.from(synthesizeMusic()))).toBe(0);
  const pcm = Int16Array.from(music, toPcm);
  expect(pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(7_000);
  for (let at = 0; at < pcm.length; at += 1_600) expect(loudness(pcm.subarray(at, at + 1_600))).toBeGreaterThan(150);
});

describe("WAV", () => {
  let dir = "";
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "liantai-wav-"));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  test("16-bit PCM and mu-law of 8,000 Hz mono are read, everything else is refused by name", () => {
    const pcm = wavOf(500, 100);
    expect(decodeWav(pcm)).toHaveLength(800);
    const ulaw = Buffer.concat([pcm.subarray(0, 44), Buffer.alloc(100, 0x12)]);
    ulaw.writeUInt16LE(7, 20);
    ulaw.writeUInt16LE(8, 34);
    ulaw.writeUInt32LE(100, 40);
    expect(decodeWav(ulaw)).toEqual(new Uint8Array(100).fill(0x12));
    const stereo = Buffer.from(pcm);
    stereo.writeUInt16LE(2, 22);
    expect(() => decodeWav(stereo)).toThrow("mono");
    expect(() => decodeWav(pcm.subarray(0, 30))).toThrow();
    expect(() => decodeWav(Buffer.from("RIFF____WAVEdata"))).toThrow();
    expect(() => decodeWav(Buffer.alloc(0))).toThrow("WAV");
  });

  test("a recording whose process was killed is made whole", async () => {
    const path = join(dir, "killed.wav");
    await writeFile(path, Buffer.concat([wavHead(8_000, 2, 8_000), Buffer.alloc(32_000 + 3, 1)]));
    expect(await repairWav(path)).toBe(1_000);
    expect((await readStereo(path)).ms).toBe(1_000);
    expect(await repairWav(path)).toBe(1_000);
    expect((await readFile(path)).length).toBe(44 + 32_000);
    await appendFile(path, Buffer.alloc(4));
    expect(await repairWav(path)).toBeGreaterThan(1_000);
    await writeFile(path, "no recording");
    expect(await repairWav(path)).toBeUndefined();
    expect(await repairWav(join(dir, "missing.wav"))).toBeUndefined();
  });
});

describe("key presses", () => {
  const packet = (code: number, end: boolean, samples: number): Uint8Array =>
    Uint8Array.from([code, end ? 0x8a : 0x0a, samples >> 8, samples & 255]);

  test("a press is told once, however often its end is repeated", () => {
    const reader = new PressReader();
    expect(reader.packet(10, packet(5, false, 160), 0)).toBeUndefined();
    expect(reader.packet(10, packet(5, true, 800), 20)).toEqual({ digit: "5", ms: 100 });
    expect(reader.packet(10, packet(5, true, 800), 40)).toBeUndefined();
    expect(reader.overdue(1_000)).toBeUndefined();
    expect(reader.packet(5_000, packet(5, true, 400), 60)).toEqual({ digit: "5", ms: 50 });
  });

  test("a press without an end is told when the next begins, or when it falls silent", () => {
    const reader = new PressReader();
    reader.packet(10, packet(11, false, 480), 0);
    expect(reader.packet(900, packet(10, false, 160), 100)).toEqual({ digit: "#", ms: 60 });
    expect(reader.overdue(200)).toBeUndefined();
    expect(reader.overdue(251)).toEqual({ digit: "*", ms: 20 });
    expect(reader.packet(20_000, packet(99, true, 160), 300)).toBeUndefined();
    expect(reader.packet(20_000, new Uint8Array(2), 300)).toBeUndefined();
  });

  test("written presses are read back, five frames each", () => {
    const writer = new PressWriter();
    const reader = new PressReader();
    const read: string[] = [];
    let done = false;
    writer.add("19#", () => (done = true));
    let frames = 0;
    while (writer.busy) {
      const event = writer.next();
      if (!event) break;
      const press = reader.packet((frames - event.age) * FRAME, event.payload, frames * 20);
      if (press) read.push(press.digit);
      frames++;
    }
    expect([read.join(""), frames, done]).toEqual(["19#", 15, true]);
  });
});

test("reception statistics: loss, wrap-around, jitter and round trip (RFC 3550)", () => {
  const stats = new ReceiveStats();
  for (let n = 0; n < 100; n++)
    if (n % 10 !== 9) stats.packet((65_500 + n) & 0xffff, n * FRAME, n * 20 + (n % 2) * 4, true);
  const report = stats.report(2_000);
  expect(report).toMatchObject({
    packetsLost: 9,
    fractionLost: Math.floor((9 * 256) / 99),
    highestSequence: 65_500 + 98,
  });
  expect(stats.jitterMs).toBeGreaterThan(2);
  expect(stats.jitterMs).toBeLessThan(5);
  const sent = 1_700_000_000_000;
  expect(roundTripMs(sent + 150, compactNtp(sent), Math.round(0.1 * 65_536))).toBeCloseTo(50, 0);
  expect(roundTripMs(sent, 0, 0)).toBeUndefined();
});

test("lateness: the 99th percentile of the last ten seconds", () => {
  const lateness = new Lateness();
  expect(lateness.p99()).toBe(0);
  for (let i = 0; i < 1_000; i++) lateness.add(i < 985 ? 1 : 30);
  expect(lateness.p99()).toBeCloseTo(30, 0);
  for (let i = 0; i < 10; i++) lateness.roll();
  lateness.add(2);
  expect(lateness.p99()).toBeCloseTo(2, 0);
});
