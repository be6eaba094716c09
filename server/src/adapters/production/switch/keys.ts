/** Keys that legs press, and keys that are pressed for them. */
import type { MediaEvent } from "../../embedded/switch/media/protocol.ts";
import type { Ari, AriEvent } from "./ari.ts";
import type { Leg } from "./legs.ts";

/** Asterisk makes no key shorter than this, and begins with the first one a good frame late. */
const KEY_MS = 100;
const PAUSE_MS = 20;
const KEYS_MARGIN_MS = 240;
/** From the end of one key to the beginning of the next: less is the same one. */
const SAME_PRESS_MS = 45;

export class Keys {
  private readonly ari: Ari;
  private readonly emit: (event: MediaEvent) => void;
  /** By leg: resolves when the keys that were asked for are out. Two requests would overtake each other. */
  private readonly sending = new WeakMap<Leg, Promise<void>>();

  constructor(ari: Ari, emit: (event: MediaEvent) => void) {
    this.ari = ari;
    this.emit = emit;
  }

  /** A key that comes less than 45 ms after another is told once as it came and once as Asterisk makes it up; its clock says when. */
  pressed(leg: Leg | undefined, event: Extract<AriEvent, { readonly type: "ChannelDtmfReceived" }>): void {
    if (!leg) return;
    const { digit, duration_ms: ms } = event;
    const at = Date.parse(event.timestamp);
    const { press } = leg;
    leg.press = { digit, at };
    if (press?.digit === digit && at - ms - press.at < SAME_PRESS_MS) return;
    this.emit({ kind: "digit", leg: leg.id, digit, ms });
  }

  /** Resolves when the last is out. */
  async send(leg: Leg, digits: string): Promise<true> {
    const before = this.sending.get(leg) ?? Promise.resolve();
    const out = before.then(() => this.press(leg, digits));
    this.sending.set(
      leg,
      out.catch(() => undefined),
    );
    await out;
    await new Promise((resolve) => setTimeout(resolve, KEYS_MARGIN_MS));
    return true;
  }

  private async press({ channel }: Leg, digits: string): Promise<void> {
    await this.ari.ask("POST", `/channels/${channel ?? ""}/dtmf`, {
      dtmf: digits,
      duration: KEY_MS,
      between: PAUSE_MS,
    });
    await new Promise((resolve) => setTimeout(resolve, digits.length * (KEY_MS + PAUSE_MS)));
  }
}
