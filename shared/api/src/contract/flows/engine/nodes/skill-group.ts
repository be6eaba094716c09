import { number, object, string } from "yup";
import { allKeys } from "../key-checks.ts";
import { defineNode } from "../node-type.ts";
import { dataFields, dataOf, musicOf, transferEnded } from "../transferring.ts";

/** Into the queue of a skill group or of a dispatch queue. Who is answered leaves the flow. */
export const skillGroup = defineNode({
  type: "skillGroup",
  name: "转技能组",
  group: "transfer",
  help: "到技能组或调度队列排队；没人接时可以回到流程",
  config: object({
    ...dataFields,
    /** taskGroup: the one that the call's dialling task names. */
    kind: string<"skillGroup" | "dispatchQueue" | "taskGroup">()
      .label("目标类型")
      .oneOf(["skillGroup", "dispatchQueue", "taskGroup"])
      .default("skillGroup"),
    targetId: string().label("技能组").max(64).default(""),
    priority: number().label("优先（分钟）").integer().min(0).max(60).default(0),
    maxWaitSeconds: number().label("最长等待（秒）").integer().min(0).max(3_600).default(0),
    leaveKey: string()
      .label("离开排队的按键")
      .oneOf(["", ...allKeys])
      .default(""),
  }),
  exits: ({ leaveKey }) => [
    { id: "timeout", name: "等待超时", defaulted: true, fails: "transfer" },
    { id: "full", name: "队列已满", defaulted: true, fails: "transfer" },
    { id: "absent", name: "无人在线", defaulted: true, fails: "transfer" },
    ...(leaveKey === "" ? [] : [{ id: "key", name: `按${leaveKey}离开`, defaulted: true as const }]),
  ],
  waits: () => true,
  speaks: true,
  references: ({ kind, targetId, music }) => [
    ...(kind === "taskGroup" ? [] : [{ kind, id: targetId } as const]),
    ...musicOf({ music }),
  ],
  texts: ({ whisper }) => [whisper],
  reads: ({ data }) => data,
  faults: ({ kind, targetId }) =>
    kind !== "taskGroup" && targetId === "" ? [{ rule: "target", text: "请选择技能组或调度队列" }] : [],
  enter(run, node, config) {
    const playing = run.play(run.wording(node));
    if (playing !== "") return run.local({ playing });
    begin(run, config);
  },
  on(run, _node, config, event) {
    if (event.type === "playDone") return begin(run, config);
    if (event.type === "transferEnded") transferEnded(run, event.result);
  },
});

type Config = Parameters<typeof skillGroup.enter>[2];

function begin(run: Parameters<typeof skillGroup.enter>[0], config: Config): void {
  const { kind, targetId, priority, maxWaitSeconds, leaveKey, whisper } = config;
  const to = kind === "taskGroup" ? { kind: "skillGroup" as const, id: "" } : { kind, id: targetId };
  run.transfer(
    { ...to, priority, maxWaitMs: maxWaitSeconds * 1_000, leaveKey },
    run.shownText(whisper),
    dataOf(run, config),
    config.music,
  );
}
