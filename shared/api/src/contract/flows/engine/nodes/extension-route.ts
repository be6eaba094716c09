import { boolean, number, object } from "yup";
import { textAt } from "../answers.ts";
import { again, ask, asked, askingFields, stopAsking } from "../asking.ts";
import { defineNode } from "../node-type.ts";
import type { ProgramNode } from "../program.ts";
import type { Run } from "../run.ts";
import { dataFields, dataOf, musicOf, ringExits, transferEnded } from "../transferring.ts";

/** The caller presses the extension that he wants. */
export const extensionRoute = defineNode({
  type: "extensionRoute",
  name: "分机路由",
  group: "transfer",
  help: "客户按分机号，直接转到该分机",
  config: object({
    ...dataFields,
    ...askingFields,
    digits: number().label("分机号位数").integer().min(2).max(12).default(4),
    betweenSeconds: number().label("位间等待（秒）").integer().min(1).max(30).default(3),
    ringSeconds: number().label("振铃时间（秒）").integer().min(5).max(120).default(20),
    bargeIn: boolean().label("按键打断").default(true),
  }),
  exits: () => [
    { id: "invalid", name: "没有该分机", defaulted: true },
    ...ringExits("noAnswer", "busy"),
    { id: "timeout", name: "超时", defaulted: true },
  ],
  waits: () => true,
  asks: { unknown: "invalid", timeout: "timeout" },
  speaks: "must",
  references: musicOf,
  reads: ({ data }) => data,
  texts: ({ whisper }) => [whisper],
  enter(run, node, config) {
    run.local({ keys: "", looking: "" });
    ask(run, node, config, config);
  },
  on(run, node, config, event) {
    const { keys = "", playing = "", looking = "" } = run.state.local as Readonly<Record<string, string>>;
    if (event.type === "playDone") return void asked(run, config, event.id);
    if (event.type === "transferEnded") return transferEnded(run, event.result);
    if (event.type === "askFailed") return run.fail(event.class, "查询分机失败");
    if (event.type === "answered") {
      const extension = textAt(event.answer, "extension");
      if (extension === "") return missed(run, node, config, "unknown");
      const to = { kind: "extension", number: extension, ringMs: config.ringSeconds * 1_000 } as const;
      return void run.transfer(to, run.shownText(config.whisper), dataOf(run, config), config.music);
    }
    if (event.type === "timer")
      return keys === "" ? missed(run, node, config, "timeout") : look(run, node.sensitive, keys);
    if (event.type !== "digit" || looking !== "" || (playing !== "" && !config.bargeIn)) return;
    if (event.digit === "#") return keys === "" ? undefined : look(run, node.sensitive, keys);
    const all = keys + event.digit;
    stopAsking(run);
    run.local({ keys: all });
    if (all.length >= config.digits) return look(run, node.sensitive, all);
    run.local({ timer: run.timer(config.betweenSeconds * 1_000) });
  },
});

function look(run: Run, sensitive: boolean, keys: string): void {
  stopAsking(run);
  run.note("keys", sensitive ? "*".repeat(keys.length) : keys);
  if (!sensitive) run.give("lastKeys", keys);
  run.local({ looking: run.ask({ what: "extension", number: keys }) });
}

function missed(
  run: Run,
  node: ProgramNode,
  config: Parameters<typeof extensionRoute.enter>[2],
  why: "unknown" | "timeout",
): void {
  run.local({ keys: "", looking: "" });
  if (again(run, node, config, why, config) === "enough") run.exit(why === "timeout" ? "timeout" : "invalid");
}
