import { array, boolean, object, string } from "yup";
import { again, ask, asked, askingFields, stopAsking } from "../asking.ts";
import { allKeys, keyExit, repeated } from "../key-checks.ts";
import { defineNode, type Exit } from "../node-type.ts";
import type { ProgramNode } from "../program.ts";
import type { Run } from "../run.ts";

/** Each key has its exit, so has the one that goes back; repeat says the wording again. */
export const keyNav = defineNode({
  type: "keyNav",
  name: "按键导航",
  group: "base",
  help: "按一个键走一个分支，也可以重听",
  config: object({
    ...askingFields,
    keys: array().label("按键").of(string().oneOf(allKeys).required()).max(12).default(["1", "2"]),
    repeatKey: string()
      .label("重听键")
      .oneOf(["", ...allKeys])
      .default(""),
    backKey: string()
      .label("返回键")
      .oneOf(["", ...allKeys])
      .default(""),
    bargeIn: boolean().label("按键打断").default(true),
  }),
  exits: ({ keys: own, backKey }): readonly Exit[] => [
    ...own.map((key) => ({ id: keyExit(key), name: `按${key}` })),
    ...(backKey === "" ? [] : [{ id: "back", name: `按${backKey}返回` }]),
    { id: "timeout", name: "超时", defaulted: true },
    { id: "invalid", name: "按错", defaulted: true },
  ],
  waits: () => true,
  asks: { unknown: "invalid", timeout: "timeout" },
  speaks: "must",
  faults: ({ keys: own, repeatKey, backKey }) => [
    ...(own.length === 0 ? [{ rule: "keys", text: "至少要有一个按键" }] : []),
    ...repeated([...own, repeatKey, backKey]),
  ],
  enter: (run, node, config) => ask(run, node, config, config),
  on(run, node, config, event) {
    switch (event.type) {
      case "playDone":
        return void asked(run, config, event.id);
      case "timer":
        return again(run, node, config, "timeout", config) === "enough" ? run.exit("timeout") : undefined;
      case "digit":
        return run.state.local["playing"] !== "" && !config.bargeIn
          ? undefined
          : pressed(run, node, config, event.digit);
      default:
        return;
    }
  },
});

type Config = Parameters<typeof keyNav.enter>[2];

function pressed(run: Run, node: ProgramNode, config: Config, digit: string): void {
  run.note("keys", node.sensitive ? "*" : digit);
  if (!node.sensitive) run.give("lastKeys", digit);
  if (config.keys.includes(digit)) {
    run.understood();
    return run.exit(keyExit(digit));
  }
  if (digit === config.backKey) {
    run.understood();
    return run.exit("back");
  }
  if (digit === config.repeatKey) {
    stopAsking(run);
    return ask(run, node, config, config);
  }
  if (again(run, node, config, "unknown", config) === "enough") run.exit("invalid");
}
