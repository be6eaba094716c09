import { everyoneHears, hearsMusic } from "../plans.ts";
import type { MakeSwitchHarness } from "./stage.ts";
import { ROOM, Stage, TONES } from "./stage.ts";

export function loss(stage: Stage, make: MakeSwitchHarness): void {
  describe("loss and end", () => {
    test("P5 a socket that drops in mid-call loses the leg, which stays until the engine ends it", async () => {
      const { ann, a, b, bobClient } = await stage.talk();
      bobClient.drop();
      expect(await stage.next("lost", b)).toEqual({ type: "lost", leg: b, why: "socket" });
      expect(await stage.legs()).toContain(b);
      await stage.switch.arrange(ROOM, new Map([[a, hearsMusic]]));
      await ann.peer.ears.music(Object.values(TONES));
      await stage.switch.hangup(b);
      expect(await stage.next("hungup", b)).toMatchObject({ cause: "lost" });
      // The page is back: the same user is called again and talks on.
      const back = await stage.callee("bob", a);
      await stage.switch.arrange(ROOM, everyoneHears(a, back.leg));
      await ann.peer.ears.tone(TONES.bob);
    });

    test("audio that stops for five seconds is lost, and found when it comes back; quality is told meanwhile", async () => {
      const { ann, a, b } = await stage.talk();
      await ann.peer.ears.tone(TONES.bob);
      ann.peer.sending = false;
      const [quality, lost] = await Promise.all([stage.next("quality", b, 8_000), stage.next("lost", a, 8_000)]);
      expect(lost).toEqual({ type: "lost", leg: a, why: "media" });
      expect(quality.loss).toBeLessThan(0.1);
      expect(quality.jitterMs).toBeLessThan(40);
      ann.peer.sending = true;
      expect(await stage.next("found", a)).toEqual({ type: "found", leg: a });
    }, 15_000);

    test("P5 a device that is back on a new socket, and not to be heard, is back when it is heard", async () => {
      const { b, bob, bobClient } = await stage.talk();
      bob.peer.sending = false;
      expect(await stage.next("lost", b, 10_000)).toEqual({ type: "lost", leg: b, why: "media" });
      bobClient.drop();
      expect(await stage.next("lost", b)).toEqual({ type: "lost", leg: b, why: "socket" });
      await bobClient.reconnect();
      await bobClient.register();
      await stage.next("registered");
      expect(stage.none("found")).toBe(true);
      bob.peer.sending = true;
      expect(await stage.next("found", b)).toEqual({ type: "found", leg: b });
    }, 20_000);

    test("no text on the socket brings the switch down or leaves a leg behind", async () => {
      const ann = await stage.connect("ann");
      const invite = (more: string): string =>
        `INVITE sip:4001@x SIP/2.0\r\nVia: SIP/2.0/WS x;branch=z9hG4bK${Math.random()}\r\nFrom: <sip:ann@x>;tag=1\r\n` +
        `To: <sip:4001@x>\r\nCall-ID: ${Math.random()}\r\nCSeq: 1 INVITE\r\n${more}\r\n`;
      const texts = [
        "",
        "\r\n\r\n",
        "INVITE",
        "INVITE sip: SIP/2.0\r\n\r\n",
        invite(""),
        invite('Contact: <sip:a@b>\r\nAuthorization: Digest username="ann"\r\n'),
        invite("Contact: *\r\n"),
        "SIP/2.0 200 OK\r\n\r\n",
        "BYE sip:x SIP/2.0\r\nVia: x\r\n\r\n",
        `REGISTER sip:x SIP/2.0\r\n${"X: y\r\n".repeat(500)}\r\n`,
        "UPDATE sip:a@x SIP/2.0\r\nVia: SIP/2.0/WS x;branch=z9hG4bKu\r\n" +
          "From: <sip:ann@x>;tag=1\r\nTo: <sip:4001@x>;tag=2\r\nCall-ID: u\r\nCSeq: 1 UPDATE\r\n\r\n",
        "PRACK sip:a@x SIP/2.0\r\nVia: SIP/2.0/WS x;branch=z9hG4bKp\r\n" +
          "From: <sip:ann@x>;tag=1\r\nTo: <sip:4001@x>\r\nCall-ID: p\r\nCSeq: 1 PRACK\r\n\r\n",
        "\u0000\u0001\u00ff",
        '{"json":true}',
      ];
      for (const text of texts) ann.raw(text);
      await ann.register();
      expect(await stage.next("registered")).toMatchObject({ user: "ann" });
      expect(await stage.switch.liveLegs()).toEqual([]);
      expect(stage.none("incoming")).toBe(true);
    });

    test("P3 a description that cannot be met is refused before anything rings", async () => {
      const ann = await stage.connect("ann");
      const describe = (sdp: string): string =>
        sdp
          .replace(/PCMU/g, "OPUS")
          .replace(/(m=audio .*) 0 /, "$1 9 ")
          .replace("rtpmap:0", "rtpmap:9");
      const call = await ann.call("4001", [], { describe });
      expect(await call.ended).toMatchObject({ by: "refused", status: 488 });
      expect(stage.none("incoming")).toBe(true);
      expect(await stage.switch.liveLegs()).toEqual([]);
    });

    test("stop ends every leg and closes every socket", async () => {
      const own = new Stage();
      await own.open(make);
      const { ann, a, annClient } = await own.talk();
      const stats = own.switch.stats();
      expect(stats).toMatchObject({ legs: 2, registered: 1 });
      expect(stats.workers).toBeGreaterThan(0);
      await own.switch.stop();
      expect(await own.next("hungup", a)).toMatchObject({ cause: "shutdown" });
      expect(await ann.ended).toEqual({ by: "far" });
      await annClient.closed;
      expect(own.switch.stats().legs).toBe(0);
      await own.close();
    });
  });
}
