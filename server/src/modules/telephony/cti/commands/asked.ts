/** Whom a consultation or a transfer names: exactly one of its fields. */
import { callOf } from "../../agent-machine.ts";
import type { Asked } from "../../engine/asking.ts";
import type { CommandReply } from "../../../../ports/engine.ts";
import { noCall, wrong, type CommandContext, type CtiFields } from "./command.ts";

const shapes = {
  number: /^\d{1,20}$/,
  agentId: /^\d{1,10}$/,
  skillGroup: /^[\w-]{1,40}$/,
  dispatchGroup: /^[\w-]{1,40}$/,
};
type Field = keyof typeof shapes;

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
  if (!shapes[name].test(value)) return wrong(name);
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
