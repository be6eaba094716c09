/** Why nobody answered: E15, the tones, the words, and which witness is believed. */
import {
  announcementTone,
  codeOfRelease,
  codeOfWords,
  createAnnouncementEar,
  learnAnnouncement,
  lineResult,
  matchAnnouncement,
  type Announcement,
} from "./index.ts";
import { announcedLine, carriersOf, type Carrier } from "./testing/carriers.ts";
import { createDice } from "./testing/dice.ts";
import { joined, overLine, pauseOf, toneOf } from "./testing/line.ts";

describe("E15 recordings of announcements", () => {
  let own: Carrier;
  let others: readonly Carrier[];
  let store: readonly Announcement[];
  beforeAll(async () => {
    [own, ...others] = (await carriersOf("heldOut")) as [Carrier, ...Carrier[]];
    store = [...own.recordings].map(([wording, recording], n) => learnAnnouncement(wording, 581 + n, recording)!);
  }, 180_000);

  test("6 dB quieter, 20 dB above noise, from anywhere within: at least 98 % are known", () => {
    const dice = createDice(16);
    const known = Array.from({ length: 10 }, () => [...own.recordings]).flatMap((all) =>
      all.map(([wording, recording]) => matchAnnouncement(announcedLine(recording, dice), store)?.id === wording),
    );
    expect(known).toHaveLength(50);
    expect(known.filter(Boolean).length / known.length).toBeGreaterThanOrEqual(0.98);
  });

  /** Frame by frame, as a call before its answer; what it was, and how much of it was heard, ms. */
  function early(samples: Int16Array) {
    const ear = createAnnouncementEar(store);
    for (let at = 0; at + 160 <= samples.length; at += 160) {
      const known = ear.hear(samples.subarray(at, at + 160));
      if (known) return { id: known.id, ms: at / 8 };
    }
    return { id: ear.end()?.id, ms: samples.length / 8 };
  }

  test("D21 frame by frame at least 98 % are known as well, half of them before the six seconds are over", () => {
    const dice = createDice(19);
    const heard = Array.from({ length: 10 }, () => [...own.recordings]).flatMap((all) =>
      all.map(([wording, recording]) => ({ wording, ...early(announcedLine(recording, dice)) })),
    );
    const known = heard.filter(({ wording, id }) => id === wording);
    expect(known.length / heard.length).toBeGreaterThanOrEqual(0.98);
    expect(known.filter(({ ms }) => ms < 6_000).length / heard.length).toBeGreaterThanOrEqual(0.5);
  });

  test("D21 none is taken for the same sentence of another carrier", () => {
    const dice = createDice(17);
    const lines = others.flatMap(({ recordings }) => [...recordings.values()]);
    expect(lines.length).toBeGreaterThanOrEqual(20);
    for (const recording of lines) {
      const line = announcedLine(recording, dice);
      expect(matchAnnouncement(line, store)).toBeUndefined();
      expect(early(line).id).toBeUndefined();
    }
  });

  test("too little is not learned and not known, noise and tones are none", () => {
    const [[, recording]] = [...own.recordings] as [[string, Int16Array]];
    expect(learnAnnouncement("short", 581, recording.subarray(0, 4_000))).toBeUndefined();
    expect(matchAnnouncement(recording.subarray(0, 4_000), store)).toBeUndefined();
    expect(
      matchAnnouncement(overLine(pauseOf(6_000), { db: -20, snr: 10, noise: "hiss" }, createDice(1)), store),
    ).toBeUndefined();
    expect(matchAnnouncement(toneOf(450, 6_000), store)).toBeUndefined();
    expect(matchAnnouncement(new Int16Array(0), store)).toBeUndefined();
  });

  test("of two of the store that sound the same and mean different things neither is believed", () => {
    const [wording, recording] = [...own.recordings][0]!;
    const twice = [...store, learnAnnouncement("again", 700, recording)!];
    expect(matchAnnouncement(announcedLine(recording, createDice(18)), twice)).toBeUndefined();
    const agreed = [...store, learnAnnouncement("again", 581, recording)!];
    expect(matchAnnouncement(announcedLine(recording, createDice(18)), agreed)).toMatchObject({ code: 581 });
    expect(wording).toBe(store[0]!.id);
  });
});

test.each([
  ["busy", [350, 350]],
  ["congestion", [700, 700]],
  ["ringback", [1_000, 4_000]],
  ["unobtainable", [100, 100, 100, 100, 100, 100, 400, 400]],
] as const)("a tone of 450 Hz is %s by its cadence, 12 dB above noise as well", (tone, beats) => {
  const once = beats.map((ms, n) => (n % 2 === 0 ? toneOf(450, ms) : pauseOf(ms)));
  for (const snr of [40, 12]) {
    const line = overLine(
      joined([pauseOf(500), ...once, ...once, ...once]),
      { db: -22, snr, noise: "hiss" },
      createDice(snr),
    );
    expect(announcementTone(line)).toBe(tone);
  }
});

test("the special information tone is known; speech, silence and another tone are none", () => {
  const special = joined([pauseOf(300), toneOf(950, 330), toneOf(1_400, 330), toneOf(1_800, 330), pauseOf(1_000)]);
  expect(announcementTone(special)).toBe("specialInformation");
  expect(announcementTone(pauseOf(5_000))).toBeUndefined();
  expect(announcementTone(joined([toneOf(800, 350), pauseOf(350), toneOf(800, 350), pauseOf(350)]))).toBeUndefined();
});

test.each([
  ["您好，您拨打的电话已关机，请稍后再拨。", 581],
  ["对不起，您拨打的号码是空号，请核对后再拨", 582],
  ["您拨打的号码不存在", 582],
  ["您拨打的电话已停机", 583],
  ["您 拨打 的 电话 正在 通话 中 请 稍后 再 拨", 584],
  ["对方已拒接您的来电", 585],
  ["您拨打的用户暂时无法接通，请稍候再拨", 586],
  ["您所呼叫的用户不在服务区", 586],
  ["该用户已暂停服务", 587],
  ["您拨打的用户正忙，请不要挂机", 588],
  ["请在您拨打的号码前加拨0", 589],
  ["对方已启用来电提醒业务，您的来电信息将以短信方式通知对方", 591],
  ["呼叫转移失败", 592],
  ["网络忙，请稍后再拨", 593],
  ["线路正忙，请稍后再拨", 593],
  ["您拨打的电话暂时无人接听，请稍后再拨", 594],
  ["您拨打的电话因欠费已停机", 595],
  ["机主暂时不方便接听您的电话", 596],
  ["您拨打的用户无法接听", 596],
  ["您拨打的号码已改号，新号码为", 597],
  ["因线路故障，暂时无法接通", 598],
  ["请您稍后再拨", 599],
  ["您的呼叫受限", 700],
  ["喂，你好", undefined],
  ["", undefined],
])("%s is %s", (words, code) => {
  expect(codeOfWords(words)).toBe(code);
});

test("a recording is believed before words, words before signals; which of them said it is kept", () => {
  const release = { q850: 17, sipCode: 404 };
  const announcement = { id: "a1", code: 583, errors: 0.1, share: 1 };
  const words = "您拨打的电话已关机";
  expect(lineResult({ announcement, words, release })).toEqual({ code: 583, witness: "sample", detail: "a1" });
  expect(lineResult({ words, tone: "busy", release })).toEqual({ code: 581, witness: "words", detail: words });
  expect(lineResult({ words: "喂", tone: "congestion", release })).toEqual({
    code: 588,
    witness: "signal",
    detail: "Q.850 17",
  });
  expect(lineResult({ tone: "congestion", release: { sipCode: 404 } })).toEqual({
    code: 593,
    witness: "signal",
    detail: "congestion",
  });
  expect(lineResult({ tone: "ringback", release: { sipCode: 480, rang: true } })).toEqual({
    code: 594,
    witness: "signal",
    detail: "SIP 480, 180",
  });
  expect(lineResult({ release: { earlyMedia: "lineFault" } })).toEqual({
    code: 598,
    witness: "signal",
    detail: "lineFault",
  });
  expect(lineResult({ release: {} })).toEqual({ code: 0, witness: "signal", detail: "" });
  expect(codeOfRelease({ sipCode: 500 })).toBeUndefined();
});
