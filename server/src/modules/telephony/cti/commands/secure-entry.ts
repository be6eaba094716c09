import { secureEntryLimits as limits } from "@liantai/api/contract";
import { toCall, wrong, type CtiCommand } from "./command.ts";

/** A whole number of the field, or what is usual; undefined: it is none within the bounds. */
function whole(text: string | undefined, usual: number, least: number, most: number): number | undefined {
  if (text === undefined || text === "") return usual;
  const value = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

/** 安全输入 in the own talk. */
export const secureEntry: CtiCommand = {
  name: "secureEntry",
  run(context, fields) {
    const { agentId } = context.session;
    const { action } = fields;
    if (action === "finish" || action === "cancel")
      return toCall(context, fields, { type: "secureEntryOver", agentId, keep: action === "finish" });
    const name = (fields["name"] ?? "").trim();
    const most = whole(fields["digits"], limits.digits.usual, 1, limits.digits.most);
    const seconds = whole(fields["seconds"], limits.seconds.usual, limits.seconds.least, limits.seconds.most);
    if (action !== "start") return wrong("action");
    if (name.length > limits.name) return wrong("name");
    if (most === undefined) return wrong("digits");
    if (seconds === undefined) return wrong("seconds");
    return toCall(context, fields, { type: "secureEntry", agentId, name, most, ms: seconds * 1_000 });
  },
};
