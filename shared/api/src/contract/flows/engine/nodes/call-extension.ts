import { number, object, string } from "yup";
import { defineNode } from "../node-type.ts";
import type { Run } from "../run.ts";
import { dataFields, dataOf, musicOf, ringExits, transferEnded } from "../transferring.ts";

/** To an extension, whoever sits there. */
export const callExtension = defineNode({
  type: "callExtension",
  name: "呼叫分机",
  group: "transfer",
  help: "呼叫一个分机号，可以是固定的，也可以来自变量",
  config: object({
    ...dataFields,
    /** May be ${variable}. */
    number: string().label("分机号").trim().max(60).default(""),
    ringSeconds: number().label("振铃时间（秒）").integer().min(5).max(120).default(20),
  }),
  exits: () => ringExits("noAnswer", "busy", "unregistered"),
  waits: () => true,
  speaks: true,
  references: (config) => [
    ...(/^\d+$/.test(config.number) ? [{ kind: "extension", id: config.number } as const] : []),
    ...musicOf(config),
  ],
  reads: ({ data }) => data,
  texts: ({ whisper, number }) => [whisper, number],
  faults: ({ number }) => (number === "" ? [{ rule: "target", text: "请填写分机号" }] : []),
  enter(run, node, config) {
    if (run.play(run.wording(node)) === "") ring(run, config);
  },
  on(run, _node, config, event) {
    if (event.type === "playDone") return ring(run, config);
    if (event.type === "transferEnded") transferEnded(run, event.result);
  },
});

function ring(run: Run, config: Parameters<typeof callExtension.enter>[2]): void {
  const number = run.text(config.number);
  if (number === "") return transferEnded(run, "unregistered");
  const to = { kind: "extension", number, ringMs: config.ringSeconds * 1_000 } as const;
  run.transfer(to, run.shownText(config.whisper), dataOf(run, config), config.music);
}
