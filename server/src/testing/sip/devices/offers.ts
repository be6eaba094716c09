/** docs/protocol.md P16: descriptions that other telephones send, with their sound. */
import { everyoneHears } from "../plans.ts";
import { ROOM, Stage, TONES } from "../contract/stage.ts";
import type { Wording } from "../sip-call.ts";
import type { SipClientOptions } from "../sip-client.ts";
import type { MakeDeviceHarness } from "./harness.ts";

export function offers(make: MakeDeviceHarness): void {
  const stage = new Stage();
  beforeAll(() => stage.open((directory) => make(directory)));
  afterEach(() => stage.hangUpAll());
  afterAll(() => stage.close());

  /** Bob is called and listens; Ann calls with another telephone's words: both hear each other. */
  async function heard(wording: Partial<Wording>, more: Partial<SipClientOptions> = {}): Promise<string> {
    const bob = await stage.callee("bob");
    const ann = await stage.connect("ann", more);
    const call = await ann.call("4001", [], wording);
    const { leg } = await stage.next("incoming");
    await stage.switch.answer(leg);
    await Promise.all([stage.next("answered", leg), call.peer.connected]);
    await stage.switch.arrange(ROOM, everyoneHears(leg, bob.leg));
    await Promise.all([call.peer.ears.tone(TONES.bob), bob.call.peer.ears.tone(TONES.ann)]);
    await call.peer.pressKey("7");
    expect(await stage.next("digit", leg)).toMatchObject({ digit: "7" });
    return call.answer200;
  }

  test("a description without names of sections, which is answered without", async () => {
    const names = /a=(?:mid|group|msid|msid-semantic):.*\r\n/g;
    const answer = await heard({
      describe: (sdp) => sdp.replace(names, ""),
      // The telephone of these tests needs the name back.
      understand: (sdp) => `${sdp}a=mid:0\r\n`,
    });
    expect(answer).not.toMatch(names);
  });

  test("video and data beside the sound, answered in their places with port 0", async () => {
    const unwanted = [
      "m=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\na=mid:v\r\na=sendrecv\r\na=rtpmap:96 VP8/90000\r\n",
      "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\na=mid:d\r\na=sctp-port:5000\r\n",
    ] as const;
    const answer = await heard({
      describe: (sdp) => `${sdp.replace("m=audio", `${unwanted[0]}m=audio`)}${unwanted[1]}`,
      understand: (sdp) => sdp.replace(/m=(?:video|application) [^]*?(?=m=|$)/g, ""),
    });
    expect(answer.match(/^m=\S+ \d+/gm)).toEqual([
      "m=video 0",
      expect.stringMatching(/^m=audio [1-9]\d*$/),
      "m=application 0",
    ]);
  });

  test("A-law alone", async () => {
    const answer = await heard({}, { law: "pcma" });
    expect(answer).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF 8 126\r$/m);
    expect(answer).toContain("a=rtpmap:8 PCMA/8000");
  });

  test("P33 no candidates: the device's own checks show where it is", async () => {
    await heard({ describe: (sdp) => sdp.replace(/a=(?:candidate|end-of-candidates).*\r\n/g, "") });
  });

  test("P16 names for addresses, as of a browser that may not use its microphone: its own checks show where it is", async () => {
    const name = "0c5e8a4e-7d4f-4d4a-9b1a-8f2b7c6d5e4f.local";
    await heard({ describe: (sdp) => sdp.replace(/^(a=candidate:\S+ \d udp \d+) \S+/gim, `$1 ${name}`) });
  });

  test("the default address of our answer is one of its candidates", async () => {
    const answer = await heard({});
    const [, port] = /^m=audio (\d+) /m.exec(answer) ?? [];
    const [, address] = /^c=IN IP4 (\S+)/m.exec(answer) ?? [];
    expect(answer).toMatch(new RegExp(`^a=candidate:\\S+ 1 udp \\d+ ${address} ${port} typ `, "im"));
  });

  test("a device that is called and knows A-law alone", async () => {
    const ann = await stage.caller("ann");
    const client = await stage.connect("bob", { law: "pcma" });
    await client.register();
    const leg = await stage.switch.originate({ to: "bob", from: "4001", ringMs: 5_000, near: ann.leg });
    const call = await client.incoming();
    await call.answer();
    await Promise.all([stage.next("answered", leg), call.peer.connected]);
    await stage.switch.arrange(ROOM, everyoneHears(ann.leg, leg));
    await Promise.all([call.peer.ears.tone(TONES.ann), ann.call.peer.ears.tone(TONES.bob)]);
  });
}
