import { number, object, string } from "yup";
import { defineNode } from "../node-type.ts";
import type { Run } from "../run.ts";
import { dataFields, dataOf, musicOf, ringExits, transferEnded } from "../transferring.ts";

/** To a number outside. Limits, blacklists and routes are the world's: it answers 'blocked'. */
export const callOutside = defineNode({
  type: "callOutside",
  name: "呼叫外线",
  group: "transfer",
  help: "呼叫一个外线号码；受外呼限制、黑名单和线路约束",
  config: object({
    ...dataFields,
    /** May be ${variable}. */
    number: string().label("外线号码").trim().max(60).default(""),
    displayed: string().label("外显号码").trim().max(60).default(""),
    ringSeconds: number().label("振铃时间（秒）").integer().min(5).max(120).default(30),
    /** 0: no limit of its own. */
    mostMinutes: number().label("最长通话（分钟）").integer().min(0).max(600).default(0),
  }),
  exits: () => [
    ...ringExits("noAnswer", "busy", "failed", "blocked"),
    { id: "ended", name: "通话结束", defaulted: true },
  ],
  waits: () => true,
  speaks: true,
  references: musicOf,
  reads: ({ data }) => data,
  texts: ({ whisper, number, displayed }) => [whisper, number, displayed],
  faults: ({ number }) => (number === "" ? [{ rule: "target", text: "请填写外线号码" }] : []),
  enter(run, node, config) {
    if (run.play(run.wording(node)) === "") ring(run, config);
  },
  on(run, _node, config, event) {
    if (event.type === "playDone") return ring(run, config);
    if (event.type === "transferEnded") transferEnded(run, event.result);
  },
});

function ring(run: Run, config: Parameters<typeof callOutside.enter>[2]): void {
  const number = run.text(config.number);
  if (number === "") return transferEnded(run, "failed");
  const { displayed, ringSeconds, mostMinutes } = config;
  const times = { ringMs: ringSeconds * 1_000, mostMs: mostMinutes * 60_000 };
  const to = { kind: "outside", number, displayed: run.text(displayed), ...times } as const;
  run.transfer(to, run.shownText(config.whisper), dataOf(run, config), config.music);
}
