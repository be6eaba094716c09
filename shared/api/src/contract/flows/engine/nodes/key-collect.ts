import { boolean, number, object, string } from "yup";
import { again, ask, asked, askingFields, stopAsking } from "../asking.ts";
import { variableName } from "../flow.ts";
import { defineNode } from "../node-type.ts";
import type { ProgramNode } from "../program.ts";
import type { Run } from "../run.ts";
import { checks, isOfType, type KeyCheck } from "../key-checks.ts";

const terminators = ["", "#", "*"];

/** Keys become a variable, once they are what is asked for, and once the caller has confirmed them where he is asked to. */
export const keyCollect = defineNode({
  type: "keyCollect",
  name: "按键收集",
  group: "base",
  help: "收集一串按键存入变量，可校验、可复述确认",
  config: object({
    ...askingFields,
    vName: string()
      .label("存入变量")
      .matches(variableName, { message: "变量名只能用字母、数字和下划线", excludeEmptyString: true })
      .default(""),
    min: number().label("最少位数").integer().min(1).max(40).default(1),
    max: number().label("最多位数").integer().min(1).max(40).default(20),
    terminator: string().label("结束键").oneOf(terminators).default("#"),
    betweenSeconds: number().label("位间等待（秒）").integer().min(1).max(30).default(3),
    bargeIn: boolean().label("按键打断").default(true),
    check: string<KeyCheck>().label("内容类型").oneOf(checks).default("any"),
    pattern: string().label("正则").max(500).default(""),
    confirm: boolean().label("复述并确认").default(false),
  }),
  exits: () => [
    { id: "collected", name: "收集完成" },
    { id: "timeout", name: "超时", defaulted: true },
    { id: "invalid", name: "不符合", defaulted: true },
  ],
  waits: () => true,
  asks: { unknown: "invalid", timeout: "timeout" },
  speaks: "must",
  patterns: ({ pattern }) => (pattern === "" ? [] : [pattern]),
  sets: ({ vName }) => [vName],
  setsAt: () => ["collected"],
  faults: ({ vName, min, max }) => [
    ...(vName === "" ? [{ rule: "variable", text: "请选择存入的变量" }] : []),
    ...(min > max ? [{ rule: "digits", text: "最少位数不能大于最多位数" }] : []),
  ],
  enter(run, node, config) {
    run.local({ keys: "", confirming: "" });
    ask(run, node, config, config);
  },
  on(run, node, config, event) {
    const {
      keys = "",
      playing,
      confirming = "",
    } = run.state.local as { keys?: string; playing?: string; confirming?: string };
    if (event.type === "playDone") return void asked(run, config, event.id);
    const missed = (why: "unknown" | "timeout") => {
      run.local({ keys: "", confirming: "" });
      if (again(run, node, config, why, config) === "enough") run.exit(why === "timeout" ? "timeout" : "invalid");
    };
    const complete = (all: string) => {
      stopAsking(run);
      run.note("keys", node.sensitive ? "*".repeat(all.length) : all);
      const right =
        all.length >= config.min &&
        isOfType(config.check, all) &&
        (config.pattern === "" || run.tools.matches(config.pattern, all));
      if (!right) return missed("unknown");
      if (!config.confirm) return collected(run, node, config.vName, all);
      run.local({ keys: all, confirming: "yes" });
      const says = [
        { kind: "text", text: `您输入的是${all.split("").join("，")}，确认请按1，重新输入请按2`, tts: "" },
      ] as const;
      run.local({ playing: run.play(says, { stopOnKey: true, secret: node.sensitive }), timer: "" });
    };
    if (event.type === "timer") return keys === "" || confirming !== "" ? missed("timeout") : complete(keys);
    if (event.type !== "digit" || (playing !== "" && !config.bargeIn && confirming === "")) return;
    if (confirming !== "") return event.digit === "1" ? collected(run, node, config.vName, keys) : missed("unknown");
    if (event.digit === config.terminator) return complete(keys);
    const all = keys + event.digit;
    stopAsking(run);
    run.local({ keys: all });
    if (all.length >= config.max) return complete(all);
    run.local({ timer: run.timer(config.betweenSeconds * 1_000) });
  },
});

function collected(run: Run, node: ProgramNode, vName: string, keys: string): void {
  run.understood();
  run.give(vName, keys, node.sensitive);
  if (!node.sensitive) run.give("lastKeys", keys);
  run.exit("collected");
}
