/** What the caller of the long flow does, by what he hears. */
import { tones } from "../../hosts/people.ts";
import type { FlowCaller } from "../flow-caller.ts";
import { hz } from "./long-flow.ts";

/** After which a message is recorded. */
const beep = 1_000;
const messageMs = 2_000;
/** ms: this many telephones speak at once, on a machine with other work. */
const patience = 90_000;

/** Says something after the tone, so long that it is a message, and ends it by the key. */
async function leavesMessage({ hearing, call }: FlowCaller, from: number): Promise<number> {
  await hearing.silence(200, patience, await hearing.tone(beep, from, 8, patience));
  const sound = Int16Array.from(
    { length: messageMs * 8 },
    (_, n) => 8_000 * Math.sin((2 * Math.PI * tones.customer * n) / 8_000),
  );
  // Seconds of his voice are what makes it a message.
  await call.peer.say(sound);
  // What follows may be heard before the finger is off the key.
  const place = hearing.now;
  await call.peer.pressKey("#");
  return place;
}

/** Resolves when the flow has hung up. */
export async function walksAll(caller: FlowCaller): Promise<void> {
  const { hearing } = caller;
  let from = 0;
  const hears = async (tone: number, packets = 8): Promise<void> => {
    from = await hearing.tone(tone, from, packets, patience);
    from += packets;
  };
  /** Presses, and hears a sentence of the flow's own voice then. */
  const answersSentence = async (keys: string, answer: string): Promise<void> => {
    await hearing.silence(200, patience, from);
    from = hearing.now;
    await caller.press(keys);
    from = (await hearing.sound(from, patience)) + 10;
    await caller.press(answer);
  };
  await hears(hz.menu);
  // To its end, so that the second time is another.
  await hearing.silence(200, patience, from);
  from = hearing.now;
  await caller.press("9");
  await hears(hz.menu);
  await caller.press("1");
  await hears(hz.code);
  await answersSentence("1234", "1");
  await hears(hz.news, 20);
  await caller.press("5");
  await hears(hz.said);
  await caller.press("0");
  await hears(hz.rate);
  await answersSentence("4", "1");
  from = await leavesMessage(caller, from);
  from = await leavesMessage(caller, from);
  await hears(hz.room);
  await caller.press("9999");
  await caller.hungUp(patience);
}
