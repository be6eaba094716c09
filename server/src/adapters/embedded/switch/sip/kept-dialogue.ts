/** A SIP dialogue that is up as it is kept for the next process, and taken up by it. */
import { Grammar } from "sip.js/lib/grammar/index.js";
import { InviteClientTransaction, SessionDialog, type Session, type UserAgentCore } from "sip.js/lib/core/index.js";
import type { KeptState, KeptValue } from "../../../../ports/leg-store.ts";
import { isState, textOf } from "../kept.ts";

/**
 * Requests of ours between two writes: what the next process sends is numbered past them all (RFC 3261 section 12.2.1.1: numbers
 * grow; nothing says by how much).
 */
const MARGIN = 1_000;

/** Undefined while it is early. */
export function keepDialogue(session: Session): KeptState | undefined {
  if (!(session instanceof SessionDialog) || session.early) return undefined;
  return {
    callId: session.callId,
    localTag: session.localTag,
    remoteTag: session.remoteTag,
    localSequence: session.localSequenceNumber ?? 0,
    remoteSequence: session.remoteSequenceNumber ?? 0,
    local: session.localURI.toRaw(),
    remote: session.remoteURI.toRaw(),
    target: session.remoteTarget.toRaw(),
    routes: session.routeSet,
  };
}

/** Undefined where it makes no sense. */
export function takeUpDialogue(core: UserAgentCore, kept: KeptValue | undefined): SessionDialog | undefined {
  if (!isState(kept)) return undefined;
  const [callId, localTag, remoteTag] = [textOf(kept, "callId"), textOf(kept, "localTag"), textOf(kept, "remoteTag")];
  const [localURI, remoteURI, remoteTarget] = ["local", "remote", "target"].map((name) =>
    Grammar.URIParse(textOf(kept, name)),
  );
  if (!callId || !localTag || !remoteTag || !localURI || !remoteURI || !remoteTarget) return undefined;
  const { localSequence, remoteSequence, routes } = kept;
  const state = {
    id: callId + localTag + remoteTag,
    early: false,
    callId,
    localTag,
    remoteTag,
    localSequenceNumber: Number(localSequence) + MARGIN,
    remoteSequenceNumber: Number(remoteSequence) || undefined,
    localURI,
    remoteURI,
    remoteTarget,
    routeSet: Array.isArray(routes) ? [...routes].map(String) : [],
    secure: false,
  };
  // sip.js makes a dialogue out of the transaction that began it: this one is over, and was never sent.
  const request = core.makeOutgoingRequestMessage("INVITE", remoteTarget, localURI, remoteURI, {}, []);
  const { loggerFactory } = core;
  const begun = new InviteClientTransaction(
    request,
    { protocol: "WS", send: async () => undefined },
    { loggerFactory },
  );
  begun.dispose();
  return new SessionDialog(begun, core, state);
}
