/** docs/protocol.md P18 to P20: what devices do inside a dialogue, and what they leave out. */
import { Timers } from "sip.js/lib/core/index.js";
import { createVirtualClock } from "../../clock.ts";
import { everyoneHears } from "../plans.ts";
import { ROOM, Stage, TONES } from "../contract/stage.ts";
import type { SipCall } from "../sip-call.ts";
import type { MakeDeviceHarness } from "./harness.ts";

export function dialogues(make: MakeDeviceHarness): void {
  const stage = new Stage();
  const clock = createVirtualClock(Date.now());
  beforeAll(() => stage.open((directory) => make(directory, { clock })));
  afterEach(() => stage.hangUpAll());
  afterAll(() => stage.close());

  /** Ann called in with these header lines and was answered. */
  async function answered(headers: readonly string[] = []): Promise<{ readonly call: SipCall; readonly leg: string }> {
    const ann = await stage.connect("ann");
    const call = await ann.call("4001", headers);
    const { leg } = await stage.next("incoming");
    await stage.switch.answer(leg);
    await Promise.all([call.answered, stage.next("answered", leg)]);
    return { call, leg };
  }

  test("P19 a call without an offer: ours is in the 200, the answer in the ACK, and both hear each other", async () => {
    const bob = await stage.callee("bob");
    const ann = await stage.connect("ann");
    const call = ann.callBare("4001");
    const { leg } = await stage.next("incoming");
    await stage.switch.answer(leg);
    await Promise.all([stage.next("answered", leg), call.peer.connected]);
    await stage.switch.arrange(ROOM, everyoneHears(leg, bob.leg));
    await Promise.all([call.peer.ears.tone(TONES.bob), bob.call.peer.ears.tone(TONES.ann)]);
  });

  test("P19 an ACK without the answer ends the call", async () => {
    const ann = await stage.connect("ann");
    const call = ann.callBare("4001", true);
    const { leg } = await stage.next("incoming");
    await stage.switch.answer(leg);
    expect(await stage.next("hungup", leg)).toMatchObject({ cause: "failed" });
    expect(await call.ended).toEqual({ by: "far" });
  });

  test("P19 a re-INVITE without an offer gets ours, and its answer may hold", async () => {
    const { call, leg } = await answered();
    const hold = (sdp: string): string => sdp.replace("a=sendrecv", "a=sendonly");
    const offer = await call.reinviteBare(hold);
    expect(offer).toMatch(/a=setup:actpass\r\n[^]*a=sendrecv\r\n/);
    expect(await stage.next("deviceHold", leg)).toMatchObject({ held: true });
    await call.reinviteBare((sdp) => sdp);
    expect(await stage.next("deviceHold", leg)).toMatchObject({ held: false });
  });

  test("P19 UPDATE with a description holds and takes back; one that cannot be met changes nothing", async () => {
    const { call, leg } = await answered();
    for (const hold of [true, false]) {
      const reply = await call.ask("UPDATE", [], await call.peer.reoffer(hold));
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toContain(hold ? "a=recvonly" : "a=sendrecv");
      await call.peer.accept(reply.body);
      expect(await stage.next("deviceHold", leg)).toMatchObject({ held: hold });
    }
    const video = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n";
    expect((await call.ask("UPDATE", [], video)).statusCode).toBe(488);
    expect(await stage.legs()).toEqual([leg]);
  });

  test("P18 REFER, MESSAGE and SUBSCRIBE in a call are refused with what there is", async () => {
    const { call, leg } = await answered();
    for (const method of ["REFER", "MESSAGE", "SUBSCRIBE"]) {
      const reply = await call.ask(method, ["Refer-To: <sip:4002@liantai>"]);
      expect(reply.statusCode).toBe(405);
      const allowed = (reply.getHeader("allow") ?? "").split(/,\s*/).sort();
      expect(allowed).toEqual(["ACK", "BYE", "CANCEL", "INFO", "INVITE", "OPTIONS", "REGISTER", "UPDATE"]);
    }
    expect(await stage.legs()).toEqual([leg]);
  });

  test("P19 who never sends the ACK is told BYE after 32 s", async () => {
    expect(Timers.TIMER_L).toBe(32_000);
    const before = Timers.TIMER_L;
    Timers.TIMER_L = 300;
    try {
      const ann = await stage.connect("ann");
      ann.spoil = (message) => (message.startsWith("ACK ") ? "" : message);
      const call = await ann.call("4001");
      const { leg } = await stage.next("incoming");
      await stage.switch.answer(leg);
      expect(await stage.next("hungup", leg)).toMatchObject({ cause: "failed" });
      expect(await call.ended).toEqual({ by: "far" });
    } finally {
      Timers.TIMER_L = before;
    }
  });

  describe("P20 session timers", () => {
    const timed = (expires: string): string[] => ["Supported: timer", `Session-Expires: ${expires}`];

    test("a device that refreshes keeps its call, one that stops is told BYE a third before the end", async () => {
      let agreed: string | undefined;
      const ann = await stage.connect("ann");
      const call = await ann.call("4001", timed("90"));
      const { leg } = await stage.next("incoming");
      await stage.switch.answer(leg);
      await Promise.all([call.answered, stage.next("answered", leg)]);
      for (let i = 0; i < 3; i++) {
        await clock.advance(59_000);
        const reply = await call.ask("UPDATE", timed("90;refresher=uac"));
        expect(reply.statusCode).toBe(200);
        agreed = reply.getHeader("session-expires");
        expect(reply.getHeader("require")).toBe("timer");
      }
      expect(agreed).toBe("90;refresher=uac");
      expect(stage.none("hungup")).toBe(true);
      await clock.advance(60_000);
      expect(await stage.next("hungup", leg)).toMatchObject({ cause: "lost" });
      expect(await call.ended).toEqual({ by: "far" });
    });

    test("too short an interval is refused before anything rings, and in a call it changes nothing", async () => {
      const ann = await stage.connect("ann");
      const refused = await ann.call("4001", timed("89"));
      expect(await refused.ended).toEqual({ by: "refused", status: 422 });
      expect(stage.none("incoming")).toBe(true);
      const { call, leg } = await answered(timed("1800"));
      const reply = await call.ask("UPDATE", timed("30"));
      expect([reply.statusCode, reply.getHeader("min-se")]).toEqual([422, "90"]);
      await clock.advance(1_000_000);
      expect(await stage.legs()).toEqual([leg]);
    });

    test.each([
      ["that does not know them", ["Session-Expires: 90"]],
      ["that wants us to refresh", ["Supported: timer", "Session-Expires: 90;refresher=uas"]],
    ])("a device %s has no timer", async (_who, headers) => {
      const { leg } = await answered(headers);
      await clock.advance(3_600_000);
      expect(await stage.legs()).toEqual([leg]);
    });
  });
}
