import { boolean, object, string } from "yup";
import { defineNode, next } from "../node-type.ts";

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
  waits: true,
  enter(run, _node, { from, bargeIn }) {
    const { cut } = run.state;
    run.set({ cut: null });
    const there = from === "cut" && cut ? { from: cut.at, fromMs: cut.ms ?? 0 } : {};
    if (!cut || run.play(cut.says, { ...there, stopOnKey: bargeIn }) === "") run.exit("next");
  },
  on(run, _node, { bargeIn }, event) {
    if (event.type === "digit" && bargeIn) {
      run.give("lastKeys", event.digit);
      return run.exit("next", { key: event.digit });
    }
    if (event.type === "playDone") run.exit("next");
  },
});
