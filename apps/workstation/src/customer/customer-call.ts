/**
 * The customer's side of a call, without a picture: microphone, temporary session, registration, the call itself, and
 * staying registered while the page is open so that an agent can call back.
 */
import { texts } from "@liantai/api/contract/base";
import { watchHearing } from "../softphone/hearing.ts";
import { Microphone } from "../softphone/microphone.ts";
import type { CallEvents, Phone, PhoneCall } from "../softphone/ports.ts";
import { endText, lostText } from "./causes.ts";
import type { CustomerPorts, CustomerSession, CustomerState, CustomerView } from "./ports.ts";
import { Standing } from "./standing.ts";

/** ms until a registration that does not come is given up. */
const registerLimit = 10_000;
/** Share of the credentials' life after which new ones are fetched. */
const renewAt = 0.9;

const nobody: CallEvents = {
  ringing: () => undefined,
  connected: () => undefined,
  track: () => undefined,
  ended: () => undefined,
};
const unreachable = "暂时无法连接服务器，请稍后再试";

/** A leg of the call, should one that was to replace it be taken back. */
interface Following {
  /** It can be gone on with. */
  alive(): boolean;
  goOn(): void;
}

export class CustomerCall {
  private readonly ports: CustomerPorts;
  private readonly microphone: Microphone;
  private readonly listeners = new Set<() => void>();
  private view: CustomerView = { state: { kind: "idle" }, title: "", muted: false, quiet: false, registered: false };
  private phoneNumber = "";
  private denied = false;
  /** Of the leg, or the try at one, that counts; none has the number of another. */
  private attempt = 0;
  private attempts = 0;
  private following: Following | undefined;
  private generation = 0;
  private phone: Phone | undefined;
  private session: CustomerSession | undefined;
  private registered: (() => void) | undefined;
  private call: PhoneCall | undefined;
  private cancelRenewal: (() => void) | undefined;
  private expired = false;

  constructor(ports: CustomerPorts) {
    this.ports = ports;
    this.microphone = new Microphone(ports.microphone, (state) => (this.denied = state === "denied"));
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly read = (): CustomerView => this.view;

  private change(part: Partial<CustomerView>): void {
    this.view = { ...this.view, ...part };
    for (const listener of this.listeners) listener();
  }

  private next(): number {
    this.attempt = ++this.attempts;
    return this.attempt;
  }

  private be(state: CustomerState): void {
    this.change({ state });
  }

  /** Calls the access number. `phone`: the customer's own number, '' when it is not given. */
  async begin(phone: string): Promise<void> {
    const { kind } = this.view.state;
    if (kind !== "idle" && kind !== "ended" && kind !== "refused") return;
    const mine = this.next();
    const gone = () => mine !== this.attempt;
    this.be({ kind: "asking" });
    const stream = await this.microphone.open();
    if (gone()) return;
    if (!stream) return this.be({ kind: "refused", text: this.denied ? texts.microphone : unreachable });
    this.be({ kind: "connecting" });
    const refusal = await this.connect(phone);
    if (gone()) return;
    if (refusal !== undefined) return this.fail(refusal);
    this.be({ kind: "calling", since: this.ports.clock.now() });
    this.call = this.phone!.call(
      this.session!.number,
      stream,
      this.follow(() => this.call, new Standing("customer")),
    );
  }

  private fail(text: string): void {
    this.microphone.close();
    this.be({ kind: "refused", text });
  }

  /** Makes sure of a registration for this number; answers the refusal, or undefined. */
  private async connect(phone: string): Promise<string | undefined> {
    if (this.phone?.isRegistered() && phone === this.phoneNumber && !this.expired) return undefined;
    const outcome = await this.ports.session(phone);
    if ("refusal" in outcome) return outcome.refusal;
    this.phoneNumber = phone;
    this.register(outcome.session);
    return new Promise((resolve) => {
      const cancel = this.ports.clock.after(registerLimit, () => {
        this.registered = undefined;
        resolve(unreachable);
      });
      this.registered = () => {
        this.registered = undefined;
        cancel();
        resolve(undefined);
      };
    });
  }

  private register(session: CustomerSession): void {
    const mine = ++this.generation;
    this.phone?.stop();
    this.session = session;
    this.expired = false;
    this.change({ title: session.title, registered: false });
    this.cancelRenewal?.();
    this.cancelRenewal = this.ports.clock.after(session.expiresIn * 1000 * renewAt, () => {
      this.expired = true;
      if (!this.call) void this.renew();
    });
    this.phone = this.ports.open(session.config, {
      state: (link) => {
        if (mine !== this.generation) return;
        this.change({ registered: link === "up" });
        if (link === "up") this.registered?.();
      },
      incoming: (call) => (mine === this.generation ? this.incoming(call) : nobody),
    });
  }

  /** New credentials for a page that stays open; a refusal leaves it as it is: the next call asks again. */
  private async renew(): Promise<void> {
    const outcome = await this.ports.session(this.phoneNumber);
    if ("session" in outcome && !this.call && this.expired) this.register(outcome.session);
  }

  /** before: the leg that this one replaces when it is up. */
  private follow(own: () => PhoneCall | undefined, standing: Standing, before?: Following): CallEvents {
    let up = false;
    let over = false;
    let leg: PhoneCall | undefined;
    let heard: MediaStreamTrack | undefined;
    let lost = false;
    let endWatch = () => {};
    const mine = this.attempt;
    const live = () => mine === this.attempt;
    const talks = () => up && !over;
    const self: Following = {
      alive: () => talks() || before?.alive() === true,
      goOn: () => {
        if (!talks()) return before?.goOn();
        this.attempt = mine;
        this.call = leg;
        this.following = self;
        this.be(standing.at(this.ports.clock.now()));
        this.change({ muted: leg?.muted() ?? false, quiet: false });
        if (heard) this.ports.speaker.play(heard);
      },
    };
    this.following = self;
    return {
      ringing: () => undefined,
      connected: () => {
        if (!live()) return;
        up = true;
        this.ports.ringer.stop();
        this.be(standing.at(this.ports.clock.now()));
        const call = own();
        leg = call;
        this.change({ muted: call?.muted() ?? false });
        if (!call) return;
        endWatch = watchHearing(this.ports.clock, call, {
          quiet: (quiet) => live() && this.change({ quiet }),
          lost: () => {
            lost = true;
            call.hangup();
          },
        });
      },
      stage: (published) => {
        standing.published(published);
        if (live() && up) this.be(standing.at(this.ports.clock.now()));
      },
      track: (track) => {
        heard = track;
        if (live()) this.ports.speaker.play(track);
      },
      ended: (how) => {
        endWatch();
        over = true;
        if (!live()) return;
        // It was taken back before it was up, and the leg before it goes on.
        if (!up && before?.alive()) return before.goOn();
        this.call = undefined;
        this.ports.ringer.stop();
        this.ports.speaker.silence();
        this.microphone.close();
        const seconds = Math.round(standing.talked(this.ports.clock.now()) / 1000);
        this.change({
          state: { kind: "ended", text: lost ? lostText : endText(how, up), seconds },
          muted: false,
          quiet: false,
        });
        if (this.expired) void this.renew();
      },
    };
  }

  private incoming(call: PhoneCall): CallEvents {
    // Brought back into a call that goes on (a network that returned): as much the customer's will as before.
    const { state } = this.view;
    const back = call.autoAnswer && (state.kind === "queued" || state.kind === "talking") ? state : undefined;
    if (this.call && !back) {
      call.busy();
      return nobody;
    }
    if (state.kind === "asking" || state.kind === "connecting") {
      call.busy();
      return nobody;
    }
    this.next();
    const before = back ? this.following : undefined;
    this.call = call;
    this.change({ quiet: false });
    if (back) queueMicrotask(() => void this.answer());
    else {
      this.be({ kind: "incoming", from: call.fromName || call.from });
      this.ports.ringer.start();
    }
    return this.follow(() => call, new Standing(back ?? "agent"), before);
  }

  async answer(): Promise<void> {
    const call = this.call;
    if (!call) return;
    this.ports.ringer.stop();
    const stream = await this.microphone.open();
    if (this.call !== call) return;
    if (stream) call.answer(stream);
    else {
      call.hangup();
      this.be({ kind: "refused", text: texts.microphone });
    }
  }

  hangup(): void {
    const { kind } = this.view.state;
    if (this.call) return this.call.hangup();
    if (kind !== "asking" && kind !== "connecting") return;
    this.next();
    this.registered = undefined;
    this.microphone.close();
    this.be({ kind: "ended", text: "已取消呼叫", seconds: 0 });
  }

  toggleMute(): void {
    if (!this.call) return;
    this.call.setMuted(!this.view.muted);
    this.change({ muted: this.call.muted() });
  }

  /** RFC 4733; false: the call cannot carry digits. */
  digits(keys: string): boolean {
    return this.call?.sendDigits(keys) ?? false;
  }

  /** The page goes: hang up and unregister, so that nobody waits for a customer who is not there. */
  leave(): void {
    this.next();
    this.phone?.stop();
  }
}
