import { array, boolean, number, object, string } from "yup";
import { again, ask, asked, askingFields, stopAsking } from "../asking.ts";
import { variableName } from "../flow.ts";
import { allKeys, repeated } from "../key-checks.ts";
import { defineNode } from "../node-type.ts";
import type { ProgramNode } from "../program.ts";
import type { Run } from "../run.ts";
import { tone } from "../wording.ts";

const step = (key: string, name: string, score: number) => ({ key, name, score });
export const fourSteps = [
  step("1", "非常满意", 10),
  step("2", "满意", 8),
  step("3", "一般", 5),
  step("4", "不满意", 1),
];
export const fiveSteps = [
  step("1", "非常满意", 10),
  step("2", "满意", 8),
  step("3", "一般", 5),
  step("4", "不满意", 3),
  step("5", "非常不满意", 1),
];

const keyField = () => string().label("按键").oneOf(allKeys).required();

/** One key is the caller's judgement. It counts at once, and once: what is asked after it adds to it only. */
export const satisfaction = defineNode({
  type: "satisfaction",
  name: "满意度",
  group: "service",
  help: "请客户按键评分；评分低时可以追问原因，最低时可以留言",
  config: object({
    ...askingFields,
    tries: number().label("最多次数").integer().min(1).max(9).default(2),
    scale: array()
      .label("评分")
      .of(
        object({
          key: keyField(),
          name: string().label("评价").required().max(20),
          score: number().label("分值").integer().min(0).max(10).required(),
        }),
      )
      .min(2, "至少要有两档评分")
      .max(10)
      .default(fourSteps),
    bargeIn: boolean().label("按键打断").default(true),
    vName: string()
      .label("分值存入变量")
      .matches(variableName, { message: "变量名只能用字母、数字和下划线", excludeEmptyString: true })
      .default(""),
    /** Asked of whoever gave at most so much; '': nobody. */
    secondText: string().label("追问话术").max(200).default(""),
    low: number().label("低于等于多少分追问").integer().min(0).max(10).default(1),
    reasons: array()
      .label("追问选项")
      .of(object({ key: keyField(), name: string().label("选项").required().max(30) }))
      .max(10)
      .default([]),
    /** Who gave the least may leave a message; '': nobody. */
    mailText: string().label("留言提示").max(200).default(""),
    mailGroupId: string().label("留言交给技能组").max(64).default(""),
  }),
  exits: () => [
    { id: "rated", name: "已评价" },
    { id: "notRated", name: "未评价", defaulted: true },
  ],
  waits: () => true,
  asks: { unknown: "", timeout: "" },
  speaks: "must",
  references: ({ mailText, mailGroupId }) => (mailText === "" ? [] : [{ kind: "skillGroup", id: mailGroupId }]),
  texts: ({ secondText, mailText }) => [secondText, mailText],
  sets: ({ vName }) => (vName === "" ? [] : [vName]),
  setsAt: () => ["rated"],
  faults: ({ scale, reasons, secondText, mailText, mailGroupId }) => [
    ...repeated(scale.map(({ key }) => key)),
    ...repeated(reasons.map(({ key }) => key)),
    ...(secondText !== "" && reasons.length === 0 ? [{ rule: "keys", text: "追问没有选项" }] : []),
    ...(mailText !== "" && mailGroupId === "" ? [{ rule: "target", text: "请选择留言交给哪个技能组" }] : []),
  ],
  enter(run, node, config) {
    run.local({ stage: "score" });
    ask(run, node, config, config);
  },
  on(run, node, config, event) {
    const { stage, playing } = run.state.local as Readonly<Record<string, string>>;
    if (stage === "mail") {
      if (event.type === "playDone") return record(run, config);
      if (event.type !== "recorded") return;
      run.note("voicemail", undefined, { ms: event.ms });
      return run.exit("rated");
    }
    switch (event.type) {
      case "playDone":
        return void asked(run, config, event.id);
      case "timer":
        if (stage === "reason") return mail(run, config);
        return again(run, node, config, "timeout", config) === "enough" ? run.exit("notRated") : undefined;
      case "digit":
        if (playing !== "" && !config.bargeIn) return;
        return stage === "reason" ? reasoned(run, node, config, event.digit) : rated(run, node, config, event.digit);
      default:
        return;
    }
  },
});

type Config = Parameters<typeof satisfaction.enter>[2];

function reasoned(run: Run, node: ProgramNode, config: Config, digit: string): void {
  const reason = config.reasons.find(({ key }) => key === digit);
  if (!reason) return;
  if (node.sensitive) run.note("satisfaction", hidden);
  else run.note("satisfaction", reason.name, { reason: reason.key });
  mail(run, config);
}

function rated(run: Run, node: ProgramNode, config: Config, digit: string): void {
  const step = config.scale.find(({ key }) => key === digit);
  if (!step) return again(run, node, config, "unknown", config) === "enough" ? run.exit("notRated") : undefined;
  const { key, name, score } = step;
  run.understood();
  if (node.sensitive) run.note("satisfaction", hidden);
  else run.note("satisfaction", name, { key, score });
  run.do({ do: "rate", key, score, name });
  if (!node.sensitive) run.give("lastKeys", key);
  run.give(config.vName, score, node.sensitive);
  stopAsking(run);
  run.local({ given: score });
  if (config.secondText === "" || score > config.low) return mail(run, config);
  run.local({ stage: "reason" });
  run.local({ playing: run.play(text(run, config.secondText), { stopOnKey: true }), timer: "" });
}

/** Of a sensitive node: the mark itself is kept where marks are (effect rate). */
const hidden = "***";

const text = (run: Run, words: string) => [{ kind: "text", text: run.text(words), tts: "" } as const];

function mail(run: Run, config: Config): void {
  if (config.mailText === "") return run.exit("rated");
  const least = Math.min(...config.scale.map(({ score }) => score));
  if (run.state.local["given"] !== least) return run.exit("rated");
  stopAsking(run);
  run.local({ stage: "mail" });
  run.play([...text(run, config.mailText), tone]);
}

function record(run: Run, { mailGroupId }: Config): void {
  run.record({ maxMs: 120_000, silenceMs: 5_000, endKey: "#", groupId: mailGroupId, agentId: "", notice: true });
}
