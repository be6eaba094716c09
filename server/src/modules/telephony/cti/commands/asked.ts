/** Whom a consultation or a transfer names: exactly one of its fields. */
import { isCallNumber } from "@liantai/api/contract";
import { callOf } from "../../agent-machine.ts";
import type { Asked } from "../../engine/asking.ts";
import type { CommandReply } from "../../../../ports/engine.ts";
import { noCall, noNumber, wrong, type CommandContext, type CtiFields } from "./command.ts";

const shaped = (shape: RegExp) => (text: string) => shape.test(text);
const fits = {
  number: isCallNumber,
  agentId: shaped(/^\d{1,10}$/),
  skillGroup: shaped(/^[\w-]{1,40}$/),
  dispatchGroup: shaped(/^[\w-]{1,40}$/),
};
type Field = keyof typeof fits;

export interface AskedFor {
  readonly callId: string;
  readonly asked: Asked & { readonly dispatchGroupId?: string };
}

export function askedFor(
  { session }: CommandContext,
  fields: CtiFields,
  allowed: readonly Field[],
): AskedFor | CommandReply {
  const given = allowed.filter((name) => fields[name]);
  const [name] = given;
  const value = name && fields[name];
  if (!name || !value || given.length > 1) return wrong((given.length > 1 ? given : allowed).join("、"));
  if (!fits[name](value)) return name === "number" ? noNumber : wrong(name);
  const callId = callOf(session.agent);
  if (callId === undefined || fields["callId"] !== callId) return noCall;
  const key = {
    number: "number",
    agentId: "agentId",
    skillGroup: "skillGroupId",
    dispatchGroup: "dispatchGroupId",
  } as const;
  return { callId, asked: { [key[name]]: value } };
}
