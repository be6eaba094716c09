import { boolean, number, object, string } from "yup";
import { allKeys } from "../key-checks.ts";
import { defineNode } from "../node-type.ts";
import { tone } from "../wording.ts";

/** The caller leaves a message. Who hangs up meanwhile has left it: the recorder ends it with the call. */
export const voiceMessage = defineNode({
  type: "voiceMessage",
  name: "留言",
  group: "service",
  help: "播放提示后录下客户留言，交给技能组或坐席",
  config: object({
    tone: boolean().label("提示音").default(true),
    maxSeconds: number().label("最长留言（秒）").integer().min(5).max(300).default(120),
    minSeconds: number().label("最短留言（秒）").integer().min(1).max(10).default(2),
    endKey: string()
      .label("结束键")
      .oneOf(["", ...allKeys])
      .default("#"),
    silenceSeconds: number().label("静音结束（秒）").integer().min(1).max(30).default(5),
    toKind: string<"skillGroup" | "seat">().label("交给").oneOf(["skillGroup", "seat"]).default("skillGroup"),
    toId: string().label("技能组或坐席").max(64).default(""),
    notice: boolean().label("通知对方").default(true),
  }),
  exits: () => [
    { id: "left", name: "已留言" },
    { id: "tooShort", name: "太短", defaulted: true },
  ],
  waits: () => true,
  speaks: "must",
  references: ({ toKind, toId }) => [{ kind: toKind, id: toId }],
  faults: ({ toId }) => (toId === "" ? [{ rule: "target", text: "请选择留言交给谁" }] : []),
  enter(run, node, config) {
    const says = [...run.wording(node), ...(config.tone ? [tone] : [])];
    if (run.play(says) === "") begin(run, config);
  },
  on(run, _node, config, event) {
    if (event.type === "playDone") return begin(run, config);
    if (event.type !== "recorded") return;
    const left = event.ms >= config.minSeconds * 1_000;
    run.note("voicemail", undefined, { ms: event.ms, left });
    run.exit(left ? "left" : "tooShort");
  },
});

function begin(
  run: Parameters<typeof voiceMessage.enter>[0],
  { maxSeconds, silenceSeconds, endKey, toKind, toId, notice }: Parameters<typeof voiceMessage.enter>[2],
): void {
  run.record({
    maxMs: maxSeconds * 1_000,
    silenceMs: silenceSeconds * 1_000,
    endKey,
    groupId: toKind === "skillGroup" ? toId : "",
    agentId: toKind === "seat" ? toId : "",
    notice,
  });
}
