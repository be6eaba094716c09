import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wavHead } from "@liantai/api/wav";
import { loudness } from "../../../../testing/sip/goertzel.ts";
import { readStereo, wavOf } from "../../../../testing/sip/wav-file.ts";
import { PressReader, PressWriter } from "./digits.ts";
import { FRAME, PCM_TO_ULAW, toPcm, toUlaw } from "./g711.ts";
import { Lateness } from "./lateness.ts";
import { synthesizeMusic } from "./music.ts";
import { compactNtp, ReceiveStats, roundTripMs } from "./rtcp.ts";
import { holds, narrow, SdpRefused } from "./sdp.ts";
import { decodeWav, repairWav } from "./wav.ts";

test("mu-law: known values of ITU-T G.711, and down and up again is the same byte", () => {
  expect([0, 32_767, -32_768, 1_000, -1_000].map((sample) => PCM_TO_ULAW[sample & 0xffff])).toEqual([
    0xff, 0x80, 0x00, 0xce, 0x4e,
  ]);
  for (let byte = 0; byte < 256; byte++) if (byte !== 0x7f) expect(toUlaw(toPcm(byte))).toBe(byte);
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

describe("descriptions", () => {
  const offer =
    "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111 0 126 110\r\na=setup:actpass\r\na=extmap:1 urn:x\r\na=rtpmap:111 opus/48000/2\r\na=fmtp:111 x=1\r\na=rtpmap:126 telephone-event/8000\r\na=rtpmap:110 telephone-event/48000\r\na=sendrecv\r\n";

  test("P3 an offer is narrowed to what we talk", () => {
    const narrowed = narrow(offer);
    expect(narrowed).toContain("SAVPF 0 126\r\n");
    expect(narrowed).not.toMatch(/opus|fmtp:111|extmap|48000/);
    expect(narrowed).toContain("a=rtpmap:0 PCMU/8000");
    expect(narrow(narrowed)).toBe(narrowed);
  });

  test.each([
    "",
    "v=0\r\n",
    offer.replace("111 0 126", "111 126"),
    offer.replace("UDP/TLS/RTP/SAVPF", "RTP/AVP"),
    `${offer}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n`,
  ])("what we cannot meet is refused", (sdp) => expect(() => narrow(sdp)).toThrow(SdpRefused));

  test("P3 hold is read from the direction", () => {
    expect(holds(offer)).toBe(false);
    expect(holds(offer.replace("sendrecv", "sendonly"))).toBe(true);
    expect(holds(offer.replace("sendrecv", "inactive"))).toBe(true);
    expect(holds(offer.replace("sendrecv", "recvonly"))).toBe(false);
  });
});
