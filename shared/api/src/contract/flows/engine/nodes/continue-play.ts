import { boolean, object, string } from "yup";
import { defineNode, next } from "../node-type.ts";
import type { Run } from "../run.ts";

/** Says again what was cut off last, from there or from its beginning. */
export const continuePlay = defineNode({
  type: "continuePlay",
  name: "继续播放",
  group: "voice",
  help: "接着播放上一段被打断的语音",
  config: object({
    from: string<"cut" | "beginning">().label("从哪里播放").oneOf(["cut", "beginning"]).default("cut"),
    bargeIn: boolean().label("按键打断").default(true),
  }),
  exits: () => [next],
  waits: () => true,
  enter(run, _node, config) {
    const { cut } = run.state;
    if (config.from !== "cut" || !cut?.untold) return goOn(run, config);
    run.local({ waits: cut.id, timer: run.awaitCut(cut.id, toldMs) });
  },
  on(run, { sensitive }, config, event) {
    if (event.type === "digit" && config.bargeIn) {
      if (sensitive) return run.exit("next");
      run.give("lastKeys", event.digit);
      return run.exit("next", { key: event.digit });
    }
    const { waits = "", timer } = run.state.local as Readonly<Record<string, string>>;
    if (waits === "") return event.type === "playDone" ? run.exit("next") : undefined;
    if (event.type !== "playDone" && event.type !== "timer") return;
    run.close(waits);
    run.clearTimer(timer);
    run.local({ waits: "" });
    goOn(run, config);
  },
});

/** The key that cut it off led straight here: how far it was is on its way from the switch. Without it it begins anew. */
const toldMs = 1_000;

function goOn(run: Run, { from, bargeIn }: Parameters<typeof continuePlay.enter>[2]): void {
  const { cut } = run.state;
  run.set({ cut: null });
  const there = from === "cut" && cut ? { from: cut.at, fromMs: cut.ms ?? 0 } : {};
  if (!cut || run.play(cut.says, { ...there, stopOnKey: bargeIn }) === "") run.exit("next");
}
