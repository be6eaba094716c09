/** What nodes that give the caller to somebody share. */
import "../../locale.ts";
import { array, string } from "yup";
import type { Exit } from "./node-type.ts";
import type { Run } from "./run.ts";
import type { TransferResult, Values } from "./session.ts";

export const dataFields = {
  music: string().label("等待音乐").max(64).default(""),
  /** What the agent hears before the customer. */ whisper: string().label("坐席提示语").max(200).default(""),
  /** Variables that travel with the call. */ data: array()
    .label("随路数据")
    .of(string().required().max(60))
    .max(20)
    .default([]),
};

export const musicOf = ({ music }: { readonly music: string }) =>
  music === "" ? [] : [{ kind: "voice", id: music } as const];

export const dataOf = (run: Run, { data }: { readonly data: readonly string[] }): Values =>
  Object.fromEntries(data.map((name) => [name, run.shown(name)]));

const words = {
  noAnswer: "无人接听",
  busy: "忙",
  absent: "不在线",
  unregistered: "未注册",
  failed: "呼叫失败",
  blocked: "被限制",
} as const;

/** A call that did not come about need not be wired: it is a failure then. */
export const ringExits = (...ids: readonly (keyof typeof words)[]): readonly Exit[] =>
  ids.map((id) => ({ id, name: words[id], defaulted: true, fails: "transfer" }));

/** Not a failure: a talk that was had, or what the caller wanted himself. */
const fine: ReadonlySet<TransferResult> = new Set(["ended", "key"]);

/** Back in the flow: by the exit of what came of it, else by the exception node. */
export function transferEnded(run: Run, result: TransferResult): void {
  run.give("lastTransfer", result);
  if (run.node?.exits[result] !== undefined || fine.has(result)) return run.exit(result);
  run.fail("transfer", `转接未成功：${result}`);
}
