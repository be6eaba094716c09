/** What the owner of a conference does with it. */
import { agentOf, leadsIt } from "../../call/parties.ts";
import type { CallInput } from "../../call/types.ts";
import { leadersAlone } from "../../engine/asking.ts";
import type { CommandReply } from "../../../../ports/engine.ts";
import { askedFor } from "./asked.ts";
import { notNow, toCall, wrong, type CommandContext, type CtiCommand, type CtiFields } from "./command.ts";

const invite: CtiCommand = {
  name: "meetingInvite",
  run(context, fields) {
    const found = askedFor(context, fields, ["number", "agentId", "skillGroup"]);
    return "code" in found ? found : context.asking.invite(context.session, found.callId, found.asked);
  },
};

const isMember = (member: string | undefined): member is string => /^p\d{1,6}$/.test(member ?? "");

/** A refusal says whose the conference is to whoever does not own it. */
function order(context: CommandContext, fields: CtiFields, input: CallInput): CommandReply {
  const reply = toCall(context, fields, input);
  if (reply !== notNow) return reply;
  const call = context.calls.get(fields["callId"] ?? "");
  const own = call?.conference && agentOf(call, context.session.agentId);
  return call && own && !leadsIt(call, own) ? { code: -403, msg: leadersAlone(call) } : reply;
}

const mute: CtiCommand = {
  name: "meetingMute",
  run(context, fields) {
    const { member, muted } = fields;
    if (!isMember(member)) return wrong("member");
    if (muted !== "0" && muted !== "1") return wrong("muted");
    const { agentId } = context.session;
    return order(context, fields, { type: "muteMember", agentId, member, muted: muted === "1" });
  },
};

const remove: CtiCommand = {
  name: "meetingRemove",
  run(context, fields) {
    const { member } = fields;
    if (!isMember(member)) return wrong("member");
    return order(context, fields, { type: "removeMember", agentId: context.session.agentId, member });
  },
};

const endMeeting: CtiCommand = {
  name: "meetingEnd",
  run: (context, fields) => order(context, fields, { type: "endMeeting", agentId: context.session.agentId }),
};

export const conference = [invite, mute, remove, endMeeting] as const;
