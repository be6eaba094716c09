/** How the audio of each leg does: Asterisk is asked, for it tells nothing of RTP by itself. */
import type { LegId } from "../../../ports/switch.ts";
import type { MediaEvent } from "../../embedded/switch/media/protocol.ts";
import type { Ari } from "./ari.ts";

const LOOK_MS = 2_500;
/** Between two looks at a leg whose audio seems to have stopped. */
const SOON_MS = 500;
/** At one whose audio has not begun: both people wait for it, and it mostly comes with the end of the handshake. */
const beginning = [
  { untilMs: 400, everyMs: 5 },
  { untilMs: 1_000, everyMs: 10 },
  { untilMs: 10_000, everyMs: 30 },
  { untilMs: Infinity, everyMs: 200 },
] as const;
const LOST_MS = 5_000;
const FRAME_MS = 20;

interface RtpFigures {
  readonly rxcount: number;
  readonly txcount: number;
  /** Seconds; what Asterisk reckons with each report that it sends. */
  readonly rxjitter?: number;
  /** Seconds; what the device reports of what we send. */
  readonly txjitter?: number;
  readonly txploss?: number;
  readonly rxploss?: number;
  readonly rtt?: number;
}

interface Watched {
  readonly channel: string;
  timer: NodeJS.Timeout | undefined;
  begun: boolean;
  readonly since: number;
  held: boolean;
  lost: boolean;
  received: number;
  lostPackets: number;
  jitter: number;
  /** How often `jitter` changed: its first value is of the handshake. */
  jitters: number;
  lookedAt: number;
  /** About when the last packet came. */
  heardAt: number;
  /** Looks in a row that found nothing new. */
  quiet: number;
  toldAt: number;
}

export class Health {
  private readonly ari: Ari;
  private readonly emit: (event: MediaEvent) => void;
  private readonly legs = new Map<LegId, Watched>();

  constructor(ari: Ari, emit: (event: MediaEvent) => void) {
    this.ari = ari;
    this.emit = emit;
  }

  /** 'connected' is told with the first audio that comes; `begun`: it came to a process before. */
  watch(leg: LegId, channel: string, begun = false): void {
    const now = performance.now();
    this.legs.set(leg, {
      channel,
      timer: undefined,
      begun,
      since: now,
      held: false,
      lost: false,
      received: 0,
      lostPackets: 0,
      jitter: 0,
      jitters: 0,
      lookedAt: now,
      heardAt: now,
      quiet: 0,
      toldAt: now,
    });
    this.look(leg, 0);
  }

  /** A device on hold may send nothing; the time without audio begins anew when it comes back. */
  hold(leg: LegId, held: boolean): void {
    const watched = this.legs.get(leg);
    if (!watched) return;
    watched.held = held;
    watched.heardAt = performance.now();
    watched.quiet = 0;
  }

  forget(leg: LegId): void {
    clearTimeout(this.legs.get(leg)?.timer);
    this.legs.delete(leg);
  }

  clear(): void {
    for (const leg of [...this.legs.keys()]) this.forget(leg);
  }

  private look(leg: LegId, ms: number): void {
    const watched = this.legs.get(leg);
    if (!watched) return;
    watched.timer = setTimeout(() => {
      this.ari
        .ask<RtpFigures>("GET", `/channels/${watched.channel}/rtp_statistics`)
        .then(
          (figures) => this.read(leg, watched, figures),
          // No figures yet, or the channel went: what becomes of it is told elsewhere.
          () => undefined,
        )
        .finally(() => {
          if (this.legs.get(leg) !== watched) return;
          this.look(leg, this.pause(watched));
        });
    }, ms);
    watched.timer.unref();
  }

  private pause({ begun, quiet, since }: Watched): number {
    if (begun) return quiet > 0 ? SOON_MS : LOOK_MS;
    const waited = performance.now() - since;
    return beginning.find(({ untilMs }) => waited < untilMs)!.everyMs;
  }

  private read(leg: LegId, watched: Watched, figures: RtpFigures): void {
    if (this.legs.get(leg) !== watched) return;
    const now = performance.now();
    const received = figures.rxcount - watched.received;
    watched.quiet = received > 0 ? 0 : watched.quiet + 1;
    if (received > 0) {
      // They came in a row from the last look on: where they are too few, that is when they stopped.
      watched.heardAt = Math.min(now, watched.lookedAt + received * FRAME_MS);
      if (!watched.begun) {
        watched.begun = true;
        watched.toldAt = now;
        this.emit({ kind: "connected", leg });
      }
      if (watched.lost) {
        watched.lost = false;
        watched.heardAt = now;
        this.emit({ kind: "found", leg });
      }
    }
    watched.received = figures.rxcount;
    const { rxjitter = 0 } = figures;
    if (rxjitter !== watched.jitter) {
      watched.jitter = rxjitter;
      watched.jitters++;
    }
    watched.lookedAt = now;
    if (!watched.begun) return;
    // Where they are merely few, on a machine that is busy elsewhere, nothing is lost.
    if (!watched.lost && !watched.held && watched.quiet > 1 && now - watched.heardAt > LOST_MS) {
      watched.lost = true;
      this.emit({ kind: "lost", leg });
    }
    if (now - watched.toldAt >= LOST_MS - SOON_MS) {
      watched.toldAt = now;
      this.tell(leg, watched, received, figures);
    }
  }

  private tell(leg: LegId, watched: Watched, received: number, figures: RtpFigures): void {
    const { rxploss = 0, txjitter = 0, rtt = 0 } = figures;
    const jitter = watched.jitters > 1 ? watched.jitter : txjitter;
    const missed = Math.max(0, rxploss - watched.lostPackets);
    watched.lostPackets = rxploss;
    this.emit({
      kind: "quality",
      leg,
      loss: missed + received > 0 ? Math.min(1, missed / (missed + Math.max(received, 1))) : watched.lost ? 1 : 0,
      jitterMs: Math.round(jitter * 10_000) / 10,
      ...(rtt > 0 ? { rttMs: Math.round(rtt * 1_000) } : {}),
    });
  }
}
