import { describeSwitch } from "../../../ports/switch.contract.ts";
import { Stage, TONES } from "../../../testing/sip/contract/stage.ts";
import { embeddedHarness } from "./testing/harness.ts";

describeSwitch("embedded", embeddedHarness);

describe("embedded only", () => {
  const stage = new Stage();
  beforeAll(() => stage.open((directory) => embeddedHarness(directory, { workers: 1 })));
  afterEach(() => stage.hangUpAll());
  afterAll(() => stage.close());

  test.each(["a lost", "an unnoticed"])(
    "a network that blinks: the device takes up its dialogue on a new socket (%s loss)",
    async (loss) => {
      const { a, b, ann, bob, bobClient } = await stage.talk();
      await ann.peer.ears.tone(TONES.bob);
      if (loss === "a lost") {
        bobClient.drop();
        await stage.next("lost", b);
      }
      await bobClient.reconnect();
      await bobClient.register();
      await stage.next("registered");
      if (loss === "a lost") expect(await stage.next("found", b)).toEqual({ type: "found", leg: b });
      expect(await bob.reinvite(true)).toBe("recvonly");
      expect(await stage.next("deviceHold", b)).toMatchObject({ held: true });
      await stage.switch.hangup(a);
      await ann.ended;
      bob.bye();
      expect(await stage.next("hungup", b)).toMatchObject({ cause: "normal" });
    },
  );

  test("who is signed in as another user cannot take a dialogue over, nor can a new page", async () => {
    const { b, bobClient } = await stage.talk();
    bobClient.drop();
    await stage.next("lost", b);
    await stage.telephone("bob");
    await stage.telephone("cid");
    expect(stage.none("found")).toBe(true);
    await stage.switch.hangup(b);
    expect(await stage.next("hungup", b)).toMatchObject({ cause: "lost" });
  });

  test("guessing a password is slowed down", async () => {
    const begun = performance.now();
    for (let i = 0; i < 4; i++) {
      const client = await stage.connect("cid", { password: `guess-${i}` });
      await expect(client.register()).rejects.toMatchObject({ status: 403 });
    }
    expect(performance.now() - begun).toBeGreaterThan(490);
    const client = await stage.connect("cid");
    await client.register();
  });
});
