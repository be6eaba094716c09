/** docs/protocol.md P3, P9 and P16 with baresip: a hardware telephone's stack (libre), with ICE, DTLS and its own idea of SDP. */
import { everyoneHears } from "../plans.ts";
import { ROOM, Stage, TONES } from "../contract/stage.ts";
import { Baresip } from "./baresip-phone.ts";
import type { MakeDeviceHarness } from "./harness.ts";

export function baresip(make: MakeDeviceHarness): void {
  const stage = new Stage();
  let phone: Baresip;

  beforeAll(async () => {
    // Without the loopback, which is a second way to the same machine: libre stays with the first pair that works, werift may go on.
    await stage.open((directory) => make(directory, { loopback: false }));
    phone = await Baresip.start({ url: stage.url, realm: stage.realm, user: "ann", password: "ann-secret" });
    expect(await stage.next("registered", undefined, 15_000)).toMatchObject({ user: "ann" });
  });
  afterEach(() => stage.hangUpAll());
  afterAll(async () => {
    await phone?.stop();
    await stage.close();
  });

  test("baresip calls, is answered, hears and is heard, presses keys and hangs up", async () => {
    const bob = await stage.callee("bob");
    await phone.dial("sip:4001@liantai");
    const { leg } = await stage.next("incoming", undefined, 10_000);
    await stage.switch.ring(leg);
    await stage.switch.answer(leg);
    await stage.next("answered", leg, 10_000);
    await stage.switch.arrange(ROOM, everyoneHears(leg, bob.leg));
    // baresip says what it hears: Bob's tone came there and back.
    await bob.call.peer.ears.tone(TONES.bob, 10_000);
    await phone.press("5");
    expect(await stage.next("digit", leg)).toMatchObject({ digit: "5" });
    await phone.hangUp();
    expect(await stage.next("hungup", leg)).toMatchObject({ cause: "normal" });
  });

  test("baresip is called, answers, hears and is heard, and is hung up on", async () => {
    const bob = await stage.callee("bob");
    const leg = await stage.switch.originate({ to: "ann", from: "4001", ringMs: 10_000 });
    await stage.next("answered", leg, 10_000);
    await stage.switch.arrange(ROOM, everyoneHears(leg, bob.leg));
    await bob.call.peer.ears.tone(TONES.bob, 10_000);
    await stage.switch.hangup(leg);
    expect(await stage.next("hungup", leg)).toMatchObject({ cause: "normal" });
  });
}
