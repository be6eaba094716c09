/**
 * An INVITE that is not over, as it is kept for the next process, which ends it: CANCEL to a device that is called, a final response to
 * one that calls. What the process before said last is not known; a WebSocket keeps the order, so no CANCEL overtakes its INVITE.
 */
import { randomBytes } from "node:crypto";
import type { IncomingRequestMessage, IncomingResponseMessage, OutgoingRequestMessage } from "sip.js/lib/core/index.js";
import { Grammar, type NameAddrHeader, type URI } from "sip.js/lib/grammar/index.js";
import type { KeptState } from "../../../../ports/leg-store.ts";
import { isState, numberOf, textOf } from "../kept.ts";
import { replyTo } from "./admission.ts";
import { reasonHeader, STATUS_OF } from "./causes.ts";
import { takeUpDialogue } from "./kept-dialogue.ts";
import type { SipSocket } from "./socket.ts";

const why = `Reason: ${reasonHeader("cancelled")}`;

/** Of a device that is called: all that a CANCEL repeats of it (RFC 3261 section 9.1). */
export const keepInvite = (message: OutgoingRequestMessage): KeptState => ({
  target: message.ruri.toRaw(),
  via: message.getHeader("via") ?? "",
  branch: message.branch ?? "",
  from: message.getHeader("from") ?? "",
  to: message.getHeader("to") ?? "",
  callId: message.callId,
  sequence: message.cseq,
  local: message.from.uri.toRaw(),
  localTag: message.fromTag,
  remote: message.to.uri.toRaw(),
});

/** Of a device that calls: the response that refuses it. `tag`: as it was told with 180. */
export const keepRefusal = ({ data }: IncomingRequestMessage, tag: string): string =>
  replyTo(data, { statusCode: STATUS_OF.cancelled, reasonPhrase: "Temporarily Unavailable" }, tag) ?? "";

/** Whether the device with this contact address is the one that knows of it. A response goes to the socket of its request alone. */
export function isWith({ dialogue, invite }: KeptState, { user, host }: URI): boolean {
  const its = [dialogue, invite].find(isState);
  const target = its && Grammar.URIParse(textOf(its, "target"));
  return target !== undefined && target.user === user && target.host === host;
}

/** Ends what a process before began with the device that has this socket. */
export function endKept(socket: SipSocket, kept: KeptState): void {
  const { dialogue, invite, refusal } = kept;
  if (isState(dialogue)) takeUpDialogue(socket.core, dialogue)?.bye(undefined, { extraHeaders: [why] });
  else if (isState(invite)) cancel(socket, invite);
  else if (typeof refusal === "string" && refusal !== "") socket.say(refusal);
}

function cancel(socket: SipSocket, invite: KeptState): void {
  const branch = textOf(invite, "branch");
  const request = (method: "CANCEL" | "ACK", target: string, via: string, to: string, ...more: string[]): string =>
    [
      `${method} ${target} SIP/2.0`,
      `Via: ${via}`,
      "Max-Forwards: 70",
      `To: ${to}`,
      `From: ${textOf(invite, "from")}`,
      `Call-ID: ${textOf(invite, "callId")}`,
      `CSeq: ${numberOf(invite, "sequence")} ${method}`,
      ...more,
      "Content-Length: 0",
      "\r\n",
    ].join("\r\n");
  const [target, via] = [textOf(invite, "target"), textOf(invite, "via")];
  const stop = socket.listen(branch, (response) => {
    const { statusCode = 0, method } = response;
    if (method !== "INVITE" || statusCode < 200) return;
    stop();
    const to = response.getHeader("to") ?? "";
    if (statusCode >= 300) return socket.say(request("ACK", target, via, to));
    // It was answered before the CANCEL came.
    const contact = contactOf(response);
    if (contact === undefined) return;
    const own = via.replace(branch, `z9hG4bK${randomBytes(9).toString("hex")}`);
    socket.say(request("ACK", contact, own, to));
    const dialogue = { localSequence: numberOf(invite, "sequence"), remoteTag: response.toTag, target: contact };
    takeUpDialogue(socket.core, { ...invite, ...dialogue })?.bye(undefined, { extraHeaders: [why] });
  });
  socket.say(request("CANCEL", target, via, textOf(invite, "to"), why));
}

function contactOf(response: IncomingResponseMessage): string | undefined {
  const contact = response.parseHeader("contact", 0) as NameAddrHeader | undefined;
  return contact?.uri.toRaw();
}
