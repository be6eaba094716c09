import { VirtualClock } from "../testing/virtual-clock.ts";
import { DigitQueue, onlyDigits } from "./digits.ts";
import { levelOf, qualityText } from "./quality.ts";
import { preferPcmu } from "./sdp.ts";

test("digits go out one per 100 ms, however fast they come", async () => {
  const clock = new VirtualClock();
  const sent: [number, string][] = [];
  const queue = new DigitQueue(clock, (digit) => sent.push([clock.now() - 1_000_000, digit]));
  queue.push("12");
  queue.push("#");
  await clock.pass(50);
  queue.push("9");
  await clock.pass(1_000);
  queue.push("5");
  expect(sent).toEqual([
    [0, "1"],
    [100, "2"],
    [200, "#"],
    [300, "9"],
    [1_050, "5"],
  ]);
});

test("a cleared queue sends nothing more", async () => {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const queue = new DigitQueue(clock, (digit) => sent.push(digit));
  queue.push("123");
  queue.clear();
  await clock.pass(1_000);
  expect(sent).toEqual(["1"]);
});

test("keys are digits, star, hash and A to D", () => {
  expect(onlyDigits("1a2-*#é9z")).toBe("1A2*#9");
});

test.each([
  [{ received: 200, lost: 0, jitter: 0.001 }, 4],
  [{ received: 199, lost: 1, jitter: 0.025 }, 3],
  [{ received: 196, lost: 4, jitter: 0.05 }, 2],
  [{ received: 180, lost: 20, jitter: 0.05 }, 1],
  [{ received: 50, lost: 150, jitter: 0.05 }, -1],
  [{ received: 0, lost: 0, jitter: 0 }, -1],
  [{ received: 200, lost: 0, jitter: 0.001, roundTrip: 0.3 }, 2],
])("between two samples %o is level %i", (after, level) => {
  expect(levelOf({ received: 0, lost: 0, jitter: 0 }, after)).toBe(level);
});

test("every code of the specification has its word; no reply is abnormal", () => {
  expect([-1, 0, 1, 2, 3, 4, null].map(qualityText)).toEqual(["断开", "正常", "较差", "良好", "优秀", "优秀", "异常"]);
});

test("PCMU and telephone-event stand first, nothing is lost", () => {
  const sdp =
    "m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126\r\na=rtpmap:111 opus/48000/2\r\n" +
    "a=rtpmap:110 telephone-event/48000\r\na=rtpmap:126 telephone-event/8000\r\n";
  expect(preferPcmu(sdp)).toContain("m=audio 9 UDP/TLS/RTP/SAVPF 0 126 111 63 9 8 13 110\r\n");
  expect(preferPcmu("v=0\r\n")).toBe("v=0\r\n");
});
