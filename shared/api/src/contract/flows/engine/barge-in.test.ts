/** Wordings that speech cuts off: what was no speech is said on from there (G104). */
import { body, node } from "./testing/build.ts";
import { TestCaller } from "./testing/caller.ts";

const ask = (resume: boolean) =>
  new TestCaller(
    body([
      node("s", "start", { to: { next: "a" } }),
      node("a", "speech", {
        says: ["请问您要办理什么业务"],
        config: { resume, tries: 3, branches: [{ id: "bill", name: "查账单" }] },
        to: { bill: "h", unknown: "h", timeout: "h" },
        intents: { bill: "i1" },
      }),
      node("h", "hangup"),
    ]),
  ).begin();

const plays = ({ effects }: TestCaller) =>
  effects.flatMap((e) => (e.do === "play" ? [{ says: e.says.length, from: e.from, fromMs: e.fromMs }] : []));

/** Noise cuts the wording off 700 ms after it began, and no sentence comes of it. */
function noise(caller: TestCaller, ms: number, sentence?: string): void {
  const [play, listen] = [caller.open("play")!, caller.open("listen")!];
  caller.send({ type: "speechStarted", id: listen });
  caller.send({ type: "playDone", id: play, reason: "cut", at: 0, ms });
  if (sentence === undefined) caller.send({ type: "nothingHeard", id: listen, why: "silence" });
  else caller.send({ type: "heard", id: listen, text: sentence, confidence: 0 });
}

const whole = { says: 1, from: 0, fromMs: undefined };

test.each([
  ["silence", undefined],
  ["no word of it known", " "],
])(
  "G104 after %s it goes on where it was cut, and nobody was misunderstood; cut once more the caller is asked again",
  (_name, sentence) => {
    const caller = ask(true);
    noise(caller, 700, sentence);
    expect(plays(caller)).toEqual([whole, { ...whole, fromMs: 700 }]);
    const missed = () => {
      const { unknown, timeout } = caller.state.counts["a"]!;
      return unknown + timeout;
    };
    expect(missed()).toBe(0);
    noise(caller, 300, sentence);
    expect(missed()).toBe(1);
    expect(plays(caller)[2]!.fromMs).toBeUndefined();
    // The question anew may be gone on with once again.
    noise(caller, 500, sentence);
    expect([plays(caller)[3]!.fromMs, missed()]).toEqual([500, 1]);
  },
);

test("G104 without it, and when the wording had been heard to its end, he is asked again", () => {
  const plain = ask(false);
  noise(plain, 700);
  expect(plays(plain)[1]!.fromMs).toBeUndefined();
  expect(plain.state.counts["a"]!.timeout).toBe(1);
  const heardOut = ask(true).heardOut();
  heardOut.send({ type: "speechStarted", id: heardOut.open("listen")! });
  heardOut.send({ type: "nothingHeard", id: heardOut.open("listen")!, why: "silence" });
  expect(heardOut.state.counts["a"]!.timeout).toBe(1);
});

test("G12 speech ends 播放语音 where it may, by 被打断 or else 下一步; a cough, or nobody to listen, does not", () => {
  const flow = (speechBargeIn: boolean, to: Readonly<Record<string, string>>) =>
    new TestCaller(
      body([
        node("s", "start", { to: { next: "p" } }),
        node("p", "play", { says: ["今天有优惠"], config: { speechBargeIn }, to }),
        node("c", "hangup"),
        node("n", "hangup"),
      ]),
    ).begin();
  const both = { next: "n", interrupted: "c" };
  const speaks = (caller: TestCaller) => caller.send({ type: "speechStarted", id: caller.open("listen")! });
  const cut = speaks(flow(true, both));
  expect([cut.path.at(-1), cut.effects.some((e) => e.do === "stopPlay")]).toEqual(["c", true]);
  expect(cut.effects.some((e) => e.do === "stopListening")).toBe(true);
  expect(speaks(flow(true, { next: "n" })).path.at(-1)).toBe("n");
  expect(flow(true, both).says("不要").path.at(-1)).toBe("c");
  const cough = flow(true, both).says(" ");
  expect(cough.path.at(-1)).toBe("p");
  expect(cough.heardOut().path.at(-1)).toBe("n");
  const deaf = flow(true, both);
  deaf.send({ type: "nothingHeard", id: deaf.open("listen")!, why: "failed" });
  expect([deaf.path.at(-1), deaf.heardOut().path.at(-1)]).toEqual(["p", "n"]);
  expect(flow(false, both).open("listen")).toBeUndefined();
});
