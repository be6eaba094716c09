import { planBridges, type Ear } from "./topology.ts";

const ear = (leg: string, hears: string, more: Partial<Ear> = {}): Ear => ({
  leg,
  hears: [...hears],
  speaker: false,
  held: false,
  ...more,
});

/** What each leg hears by the bridges: those who share one hear each other, an ear and a whisper hear the copies in it. */
function heardBy(ears: readonly Ear[]): Record<string, string> {
  const heard = new Map(ears.map(({ leg }) => [leg, new Set<string>()]));
  for (const { seats, mouths, whisperTo, speakerOf } of planBridges(ears)) {
    for (const leg of seats) {
      for (const other of seats) if (other !== leg) heard.get(leg)!.add(other);
      for (const mouth of mouths) heard.get(leg)!.add(mouth);
      if (speakerOf !== undefined) heard.get(leg)!.add("speaker");
    }
    if (whisperTo !== undefined) for (const mouth of mouths) heard.get(whisperTo)!.add(mouth);
  }
  return Object.fromEntries([...heard].map(([leg, all]) => [leg, [...all].sort().join("")]));
}

const kinds = (ears: readonly Ear[]): string[] => planBridges(ears).map(({ kind }) => kind);

test("who hear each other share one bridge, whatever their number", () => {
  for (const legs of ["ab", "abc", "abcdefgh"]) {
    const ears = [...legs].map((leg) => ear(leg, legs.replace(leg, "")));
    expect(planBridges(ears)).toEqual([{ kind: "core", seats: [...legs], mouths: [] }]);
  }
});

test("nothing to hear needs no bridge, and a loudspeaker has one with its leg alone", () => {
  expect(planBridges([ear("a", ""), ear("b", "")])).toEqual([]);
  expect(planBridges([ear("a", "b", { speaker: true })])).toEqual([
    { kind: "ear", seats: ["a"], mouths: [], speakerOf: "a" },
  ]);
});

test("a monitor listens past the talk, whispers into one ear and joins in", () => {
  const listen = [ear("a", "b"), ear("b", "a"), ear("m", "ab")];
  expect(kinds(listen)).toEqual(["core", "ear"]);
  const whisper = [ear("a", "b"), ear("b", "am"), ear("m", "ab")];
  expect(heardBy(whisper)).toEqual({ a: "b", b: "am", m: "ab" });
  expect(kinds([ear("a", "bm"), ear("b", "am"), ear("m", "ab")])).toEqual(["core"]);
});

test("who is played to is heard on by a copy, and a device on hold has no seat", () => {
  const played = [ear("a", "b", { speaker: true }), ear("b", "a")];
  expect(heardBy(played)).toEqual({ a: "speaker", b: "a" });
  const held = [ear("a", "b", { held: true }), ear("b", "a")];
  expect(heardBy(held)).toEqual({ a: "", b: "a" });
});

test("whatever a plan says, each leg hears that and nothing else", () => {
  const legs = [..."abcdef"];
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 500; round++) {
    const density = random();
    const ears = legs.map((leg) => ear(leg, legs.filter((other) => other !== leg && random() < density).join("")));
    expect(heardBy(ears)).toEqual(Object.fromEntries(ears.map(({ leg, hears }) => [leg, hears.join("")])));
  }
});
