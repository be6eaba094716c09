/** What nodes that give the caller to somebody share. */
import { array, string } from "yup";
import type { Run } from "./run.ts";
import type { TransferResult, Values } from "./session.ts";

export const dataFields = {
  /** What the agent hears before the customer. */ whisper: string().label("坐席提示语").max(200).default(""),
  /** Variables that travel with the call. */ data: array()
    .label("随路数据")
    .of(string().required().max(60))
    .max(20)
    .default([]),
};

export const dataOf = (run: Run, { data }: { readonly data: readonly string[] }): Values =>
  Object.fromEntries(data.map((name) => [name, run.shown(name)]));

/** Back in the flow: by the exit of what came of it, else by the exception node. */
export function transferEnded(run: Run, result: TransferResult): void {
  run.assign({ lastTransfer: result });
  if (run.node?.exits[result] !== undefined) return run.exit(result);
  run.fail("transfer", `转接未成功：${result}`);
}
