/** Nodes that ask the caller something, and those that say something. */
import { presses, type ExitCase, type World } from "./exit-case.ts";
import type { FlowCaller } from "../flow-caller.ts";
import { named } from "./draw.ts";

const beep = 1_000;
export const once = { firstSeconds: 4, tries: 1 };

/** Waits for the tone after which he is recorded, says nothing for so long by the clock of who records, and ends it. */
const leaves = (ms: number) => async (caller: FlowCaller) => {
  const { hearing } = caller;
  await hearing.silence(200, 30_000, await hearing.tone(beep, 0, 8));
  await hearing.silence(ms, 30_000, hearing.now);
  await caller.press("#");
};

export async function asking({ studio, short, long }: World): Promise<readonly ExitCase[]> {
  const group = await studio.group();
  return [
    {
      ...{ id: "keyCollect", type: "keyCollect", says: [short()], variables: ["digits"] },
      config: { ...once, vName: "digits", min: 2, max: 2, betweenSeconds: 3 },
      exits: { collected: { does: presses("12") }, timeout: {}, invalid: { does: presses("1#") } },
    },
    {
      ...{ id: "keyNav", type: "keyNav", says: [short()], config: { ...once, keys: ["1", "2"], backKey: "*" } },
      exits: {
        "key-1": { does: presses("1") },
        "key-2": { does: presses("2") },
        back: { does: presses("*") },
        timeout: {},
        invalid: { does: presses("7") },
      },
    },
    {
      ...{ id: "play", type: "play", says: [long()] },
      exits: { next: {}, interrupted: { does: presses("1") } },
    },
    {
      ...{ id: "continuePlay", type: "continuePlay" },
      before: [
        named("continuePlay-cut", "play", {
          says: [long()],
          to: { next: "continuePlay", interrupted: "continuePlay" },
        }),
      ],
      exits: { next: { does: presses("1") } },
    },
    {
      ...{ id: "satisfaction", type: "satisfaction", says: [short()], config: once },
      exits: { rated: { does: presses("1") }, notRated: {} },
    },
    {
      ...{ id: "voiceMessage", type: "voiceMessage", says: [short()] },
      config: { toId: group.id, minSeconds: 2, silenceSeconds: 30 },
      exits: { left: { does: leaves(2_500) }, tooShort: { does: leaves(300) } },
    },
  ];
}
