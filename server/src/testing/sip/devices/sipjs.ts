/** sip.js as an application has it (its UserAgent and Registerer), with werift in the place of the browser's WebRTC. */
import {
  Inviter,
  Registerer,
  SessionState,
  UserAgent,
  type Invitation,
  type Session,
  type SessionDescriptionHandler,
} from "sip.js";
import { AudioPeer } from "../audio-peer.ts";
import { everyoneHears } from "../plans.ts";
import { ROOM, Stage, TONES } from "../contract/stage.ts";
import type { MakeDeviceHarness } from "./harness.ts";

/** Its audio: an offer first, then what the switch says; of a call that comes in the other way round. */
class Audio implements SessionDescriptionHandler {
  readonly peer = new AudioPeer(TONES.ann);
  private offered = false;
  close(): void {
    void this.peer.close();
  }
  async getDescription() {
    const body = this.remote === undefined ? await this.peer.offer() : await this.peer.answer(this.remote);
    this.offered = this.remote === undefined;
    return { body, contentType: "application/sdp" };
  }
  hasDescription(contentType: string): boolean {
    return contentType === "application/sdp";
  }
  sendDtmf(): boolean {
    return false;
  }
  async setDescription(sdp: string): Promise<void> {
    if (this.offered) await this.peer.accept(sdp);
    else this.remote = sdp;
  }
  private remote: string | undefined;
}

export function sipJs(make: MakeDeviceHarness): void {
  const stage = new Stage();
  beforeAll(() => stage.open((directory) => make(directory)));
  afterEach(() => stage.hangUpAll());
  afterAll(() => stage.close());

  const audioOf = (session: Session): AudioPeer => (session.sessionDescriptionHandler as Audio).peer;
  const until = (session: Session, state: SessionState): Promise<void> =>
    new Promise((resolve) => {
      // It may be so before anybody asks: the switch has its ACK as soon as it has answered.
      if (session.state === state) resolve();
      else session.stateChange.addListener((now) => now === state && resolve());
    });

  test("sip.js registers, calls, sends keys by INFO, is called, hangs up and leaves", async () => {
    let came: ((invitation: Invitation) => void) | undefined;
    const ua = new UserAgent({
      uri: UserAgent.makeURI("sip:ann@liantai")!,
      authorizationUsername: "ann",
      authorizationPassword: "ann-secret",
      transportOptions: { server: stage.url },
      sessionDescriptionHandlerFactory: () => new Audio(),
      logBuiltinEnabled: false,
      delegate: { onInvite: (invitation) => came?.(invitation) },
    });
    await ua.start();
    const registerer = new Registerer(ua);
    await registerer.register();
    await stage.next("registered");
    const bob = await stage.callee("bob");

    const inviter = new Inviter(ua, UserAgent.makeURI("sip:4001@liantai")!);
    await inviter.invite();
    const { leg } = await stage.next("incoming");
    await stage.switch.ring(leg);
    await stage.switch.answer(leg);
    await Promise.all([stage.next("answered", leg), until(inviter, SessionState.Established)]);
    await stage.switch.arrange(ROOM, everyoneHears(leg, bob.leg));
    await Promise.all([audioOf(inviter).ears.tone(TONES.bob), bob.call.peer.ears.tone(TONES.ann)]);
    const content = "Signal=5\r\nDuration=120\r\n";
    const body = { contentDisposition: "render", contentType: "application/dtmf-relay", content };
    await inviter.info({ requestOptions: { body } });
    expect(await stage.next("digit", leg)).toEqual({ type: "digit", leg, digit: "5", ms: 120 });
    await inviter.bye();
    expect(await stage.next("hungup", leg)).toMatchObject({ cause: "normal" });

    const rang = new Promise<Invitation>((resolve) => (came = resolve));
    const called = await stage.switch.originate({ to: "ann", from: "13800000001", ringMs: 5_000 });
    const invitation = await rang;
    await invitation.progress();
    await stage.next("ringing", called);
    await invitation.accept();
    await stage.next("answered", called);
    const over = until(invitation, SessionState.Terminated);
    await stage.switch.hangup(called);
    await over;
    await registerer.unregister({ all: true });
    expect(await stage.next("unregistered")).toMatchObject({ user: "ann" });
    await ua.stop();
  });
}
