/** setTransferNumber and cancelTransferNumber: of the own seat, or of one that is supervised (K22). */
import { fieldError, type CtiLine } from "@liantai/api/contract";
import { isForwardNumber, readForwardModes } from "@liantai/api/contract/forward";
import type { CommandReply } from "../../../ports/engine.ts";
import type { Link } from "./link.ts";
import type { Supervision } from "./supervising.ts";

export const forwardCommands = ["setTransferNumber", "cancelTransferNumber"] as const;
type ForwardCommand = (typeof forwardCommands)[number];

export const isForwardCommand = (name: string): name is ForwardCommand =>
  forwardCommands.some((command) => command === name);

/** It names another seat than the caller's. */
export const isElsewhere = ({ agentId }: NonNullable<Link["who"]>, { agentId: named, callId }: CtiLine["fields"]) =>
  named === undefined ? callId !== undefined || agentId === null : named !== agentId;

/** agentId: whose, once it is known that the caller may. */
export async function forwardSeat(
  supervision: Supervision,
  { sessionId }: NonNullable<Link["who"]>,
  agentId: string,
  { name, fields }: CtiLine,
): Promise<CommandReply> {
  if (name === "cancelTransferNumber")
    return supervision.forward(sessionId, agentId, { forwardModes: "", forwardTo: "" });
  const modes = readForwardModes(fields["mode"] ?? "");
  const forwardTo = fields["number"];
  if (!modes) return { code: -400, msg: `${fieldError("mode")}，呼转条件有误` };
  if (forwardTo !== undefined && !isForwardNumber(forwardTo))
    return { code: -400, msg: `${fieldError("number")}，呼转号码应为分机号或电话号码` };
  return supervision.forward(sessionId, agentId, { forwardModes: modes.join(), forwardTo });
}
