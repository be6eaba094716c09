/** How soon a question stops when its caller speaks (E8 of flows), at his own ear, on whichever switch. */
import { sayings } from "../speech/sayings.ts";
import { body, ladders, node, sounding } from "./drawing.ts";
import { packetMs } from "./hearing.ts";
import type { Studio } from "./studio.ts";

const hz = { ask: 600, sorry: 1_500 };

/** ms that somebody speaks before it is taken for speech (docs/protocol.md, Y5: six voiced frames of eight). */
export const detectedMs = 160;

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** ms from a word's beginning until the wording is heard no more, five times; stall: what this machine stood still for at the most. */
export async function speechStops(studio: Studio, patience: number) {
  const [ask, sorry] = await Promise.all([
    studio.voice({ hz: hz.ask, ms: 3_000 }),
    studio.voice({ hz: hz.sorry, ms: 300 }),
  ]);
  const flow = body(
    [
      node("start", "开始", "start", { to: { next: "ask" } }),
      node("ask", "请说", "speech", {
        says: [sounding(ask!)],
        config: { bargeInMs: 100, noInputSeconds: 5, tries: 9, branches: [{ id: "any", name: "办业务" }] },
        to: { any: "end", unknown: "end", timeout: "end" },
        intents: { any: await studio.intent("我要办理业务") },
      }),
      node("end", "挂机", "hangup"),
    ],
    ladders([sounding(sorry!)], []),
  );
  // Nothing that the node knows: it says so and asks again.
  const [said] = await sayings(["今天的天气真是不错"], "cmn+m7");
  const { hearing, call } = await studio.caller(await studio.number(await studio.flow(flow)));
  const stops: number[] = [];
  let stall = 0;
  for (let n = 0; n < 5; n += 1) {
    const from = await hearing.tone(hz.ask, hearing.now, 25, patience);
    const begins = hearing.now;
    void call.peer.say(said!);
    await hearing.tone(hz.sorry, begins, 1, patience);
    stops.push(hearing.countTone(hz.ask, begins) * packetMs);
    stall = Math.max(stall, hearing.stallMs(from));
  }
  call.bye();
  return { stops, stall };
}
