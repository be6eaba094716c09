import { boolean, number, object } from "yup";
import { defineNode, next } from "../node-type.ts";

/** Says something, once or several times. */
export const play = defineNode({
  type: "play",
  name: "播放语音",
  group: "voice",
  help: "播放一段或几段语音",
  config: object({
    times: number().label("播放次数").integer().min(1).max(5).default(1),
    bargeIn: boolean().label("按键打断").default(true),
  }),
  exits: () => [next, { id: "interrupted", name: "被打断", defaulted: true }],
  waits: () => true,
  speaks: "must",
  enter(run, node, { times, bargeIn }) {
    const says = run.wording(node);
    const all = times === 1 ? says : Array.from({ length: times }, () => says).flat();
    const playing = run.play(all, { stopOnKey: bargeIn });
    if (playing === "") return run.exit("next");
    run.local({ playing });
  },
  on(run, node, { bargeIn }, event) {
    if (event.type === "digit") {
      if (!bargeIn) return;
      run.give("lastKeys", event.digit);
      return run.exit(node.exits["interrupted"] === undefined ? "next" : "interrupted", { key: event.digit });
    }
    if (event.type !== "playDone") return;
    run.exit(event.reason === "cut" && node.exits["interrupted"] !== undefined ? "interrupted" : "next");
  },
});
