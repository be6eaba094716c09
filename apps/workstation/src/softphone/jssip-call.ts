/** One JsSIP session as a PhoneCall. */
import { readStage, stageContentType } from "@liantai/api/contract";
import type { NameAddrHeader } from "jssip/lib/NameAddrHeader.js";
import type { RTCSession, RTCSessionEventMap } from "jssip/lib/RTCSession.js";
import { preferPcmu } from "./sdp.ts";
import type { CallEvents, MediaSample, PhoneCall } from "./ports.ts";

/** ms to wait for more candidates after the first: what a TURN server adds later is tried all the same (docs/protocol.md P24). */
const candidateWait = 200;

/** JsSIP calls an outgoing session's handlers before it hands the session out, so handlers come first. */
export function handlersOf(events: CallEvents, late: () => void): Partial<RTCSessionEventMap> {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const over = (by: string, cause: string, message: unknown) => {
    clearTimeout(waiting);
    const code = (message as { status_code?: number } | null)?.status_code;
    late();
    events.ended({ by: by as "local" | "remote" | "system", cause, ...(code === undefined ? {} : { code }) });
  };
  return {
    peerconnection: ({ peerconnection }) =>
      peerconnection.addEventListener("track", ({ track }) => events.track(track)),
    sdp: (event) => {
      if (event.originator === "local") event.sdp = preferPcmu(event.sdp);
    },
    icecandidate: ({ ready }) => (waiting ??= setTimeout(ready, candidateWait)),
    progress: () => events.ringing(),
    confirmed: () => events.connected(),
    newInfo: ({ originator, info }: { originator: string; info: { contentType: string; body: string | null } }) => {
      const stage =
        originator === "remote" && info.contentType.split(";")[0]?.trim() === stageContentType
          ? readStage(info.body ?? "")
          : undefined;
      if (stage) events.stage?.(stage);
    },
    ended: ({ originator, cause, message }) => over(originator, cause, message),
    failed: ({ originator, cause, message }) => over(originator, cause, message),
  };
}

export class JssipCall implements PhoneCall {
  readonly callId: string;
  readonly from: string;
  readonly fromName: string;
  readonly autoAnswer: boolean;
  private readonly session: RTCSession;
  private readonly pcConfig: RTCConfiguration | undefined;
  private tones: RTCDTMFSender | undefined;

  /** `pcConfig`: of one that it may answer. */
  constructor(session: RTCSession, header: (name: string) => string | undefined, pcConfig?: RTCConfiguration) {
    this.session = session;
    this.pcConfig = pcConfig;
    this.callId = header("X-Liantai-Call") ?? "";
    // There is none before the INVITE is made.
    const from: NameAddrHeader | null = session.remote_identity;
    this.from = from?.uri.user ?? "";
    this.fromName = from?.display_name ?? "";
    this.autoAnswer =
      header("X-Liantai-Auto-Answer")?.trim() === "1" || /answer-after\s*=\s*0/i.test(header("Alert-Info") ?? "");
  }

  answer(stream: MediaStream): void {
    if (!this.session.isInProgress()) return;
    this.session.answer({ mediaStream: stream, pcConfig: this.pcConfig });
  }

  hangup(): void {
    if (this.session.isEnded()) return;
    // 603: a person said no, unlike the 480 of a device that cannot.
    if (this.session.direction === "incoming" && this.session.isInProgress())
      this.session.terminate({ status_code: 603 });
    else this.session.terminate();
  }

  busy(): void {
    if (!this.session.isEnded()) this.session.terminate({ status_code: 486 });
  }

  sendDigits(digits: string): boolean {
    const sender = this.session.connection?.getSenders().find((s) => s.track?.kind === "audio");
    this.tones ??= sender?.dtmf ?? undefined;
    if (!this.tones?.canInsertDTMF) return false;
    // One digit per 100 ms: 70 ms of tone, 30 ms of silence. What is still waiting goes first.
    this.tones.insertDTMF(this.tones.toneBuffer + digits, 70, 30);
    return true;
  }

  private sent(): MediaStreamTrack[] {
    return (this.session.connection?.getSenders() ?? []).flatMap((s) => (s.track ? [s.track] : []));
  }

  setMuted(muted: boolean): void {
    for (const track of this.sent()) track.enabled = !muted;
  }

  muted(): boolean {
    const tracks = this.sent();
    return tracks.length > 0 && tracks.every((t) => !t.enabled);
  }

  connected(): boolean {
    return this.session.connection?.connectionState === "connected";
  }

  async sample(): Promise<MediaSample | undefined> {
    const report = await this.session.connection?.getStats().catch(() => undefined);
    if (!report) return undefined;
    const rows = [...(report as ReadonlyMap<string, Record<string, unknown>>).values()];
    const inbound = rows.find((r) => r.type === "inbound-rtp" && r.kind === "audio");
    if (!inbound) return undefined;
    const far = rows.find((r) => r.type === "remote-inbound-rtp" && typeof r.roundTripTime === "number");
    return {
      received: Number(inbound.packetsReceived ?? 0),
      lost: Number(inbound.packetsLost ?? 0),
      jitter: Number(inbound.jitter ?? 0),
      ...(far ? { roundTrip: Number(far.roundTripTime) } : {}),
    };
  }
}
