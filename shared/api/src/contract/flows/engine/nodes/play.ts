import { boolean, number, object } from "yup";
import { defineNode, next } from "../node-type.ts";

/** That somebody speaks is enough: what he says is not understood here. */
const speaking = { intents: [], endSilenceMs: 800, maxMs: 15_000, noInputMs: 0, bargeInMs: 300 } as const;

/** Says something, once or several times. */
export const play = defineNode({
  type: "play",
  name: "播放语音",
  group: "voice",
  help: "播放一段或几段语音",
  config: object({
    times: number().label("播放次数").integer().min(1).max(5).default(1),
    bargeIn: boolean().label("按键打断").default(true),
    speechBargeIn: boolean().label("说话打断").default(false),
  }),
  exits: () => [next, { id: "interrupted", name: "被打断", defaulted: true }],
  waits: () => true,
  speaks: "must",
  listens: ({ speechBargeIn }) => speechBargeIn,
  enter(run, node, { times, bargeIn, speechBargeIn }) {
    const says = run.wording(node);
    const all = times === 1 ? says : Array.from({ length: times }, () => says).flat();
    const playing = run.play(all, { stopOnKey: bargeIn });
    if (playing === "") return run.exit("next");
    run.local({ playing });
    // Without a free robot line it is only said.
    if (speechBargeIn && !run.state.noLine) run.listen(speaking);
  },
  on(run, node, { bargeIn }, event) {
    const interrupted = node.exits["interrupted"] === undefined ? "next" : "interrupted";
    switch (event.type) {
      case "digit":
        if (!bargeIn) return;
        if (node.sensitive) return run.exit(interrupted);
        run.give("lastKeys", event.digit);
        return run.exit(interrupted, { key: event.digit });
      case "speechStarted":
        return run.exit(interrupted, { speech: true });
      case "heard":
        // A word so short that it was told of with its end alone.
        return event.text.trim() === "" ? undefined : run.exit(interrupted, { speech: true });
      case "playDone":
        return run.exit(event.reason === "cut" ? interrupted : "next");
      default:
        return;
    }
  },
});
