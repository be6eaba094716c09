import { number, object, string } from "yup";
import { textAt } from "../answers.ts";
import { defineNode } from "../node-type.ts";
import type { Run } from "../run.ts";
import { dataFields, dataOf, musicOf, ringExits, transferEnded } from "../transferring.ts";

/** To one agent. Who is answered leaves the flow. */
export const callSeat = defineNode({
  type: "callSeat",
  name: "呼叫坐席",
  group: "transfer",
  help: "转给一个坐席：固定的、变量里的，或上次接待的坐席",
  config: object({
    ...dataFields,
    who: string<"fixed" | "variable" | "last">().label("坐席").oneOf(["fixed", "variable", "last"]).default("fixed"),
    seatId: string().label("坐席").max(64).default(""),
    /** Has a seat's id or its number. */
    vName: string().label("坐席变量").max(60).default(""),
    ringSeconds: number().label("振铃时间（秒）").integer().min(5).max(120).default(20),
  }),
  exits: () => ringExits("noAnswer", "busy", "absent"),
  waits: () => true,
  speaks: true,
  references: (config) => [
    ...(config.who === "fixed" ? [{ kind: "seat", id: config.seatId } as const] : []),
    ...musicOf(config),
  ],
  reads: ({ who, vName, data }) => [...(who === "variable" && vName !== "" ? [vName] : []), ...data],
  texts: ({ whisper }) => [whisper],
  faults: ({ who, seatId, vName }) => [
    ...(who === "fixed" && seatId === "" ? [{ rule: "target", text: "请选择坐席" }] : []),
    ...(who === "variable" && vName === "" ? [{ rule: "target", text: "请选择坐席变量" }] : []),
  ],
  enter(run, node, config) {
    if (run.play(run.wording(node)) === "") find(run, config);
  },
  on(run, _node, config, event) {
    if (event.type === "playDone") return find(run, config);
    if (event.type === "answered") return ring(run, config, textAt(event.answer, "agentId"));
    if (event.type === "askFailed") return run.fail(event.class, "查询上次坐席失败");
    if (event.type === "transferEnded") transferEnded(run, event.result);
  },
});

type Config = Parameters<typeof callSeat.enter>[2];

function find(run: Run, config: Config): void {
  if (config.who === "last") return void run.ask({ what: "lastAgent", number: run.text("${customerNumber}") });
  ring(run, config, config.who === "fixed" ? config.seatId : run.text(`\${${config.vName}}`));
}

function ring(run: Run, config: Config, id: string): void {
  if (id === "") return transferEnded(run, "absent");
  const ringMs = config.ringSeconds * 1_000;
  run.transfer({ kind: "seat", id, ringMs }, run.shownText(config.whisper), dataOf(run, config), config.music);
}
