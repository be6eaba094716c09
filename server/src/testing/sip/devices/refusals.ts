/** docs/protocol.md P17 and P18 over the wire: what is refused rings nowhere. */
import { Stage } from "../contract/stage.ts";
import type { MakeDeviceHarness } from "./harness.ts";

export function refusals(make: MakeDeviceHarness): void {
  const stage = new Stage();
  beforeAll(() => stage.open((directory) => make(directory)));
  afterEach(() => stage.hangUpAll());
  afterAll(() => stage.close());

  test.each([
    ["an extension that nobody knows", 420, ["Require: 100rel"], undefined],
    ["text where the description should be", 415, [], (text: string) => text.replace("application/sdp", "text/plain")],
    ["a description in code", 415, ["Content-Encoding: gzip"], undefined],
    ["no room for our answer", 406, ["Accept: text/plain"], undefined],
  ] as const)("P17 %s is refused with %d before anything rings", async (_what, status, headers, spoil) => {
    const ann = await stage.connect("ann");
    if (spoil) ann.spoil = spoil;
    const call = await ann.call("4001", headers);
    expect(await call.ended).toEqual({ by: "refused", status });
    expect(stage.none("incoming")).toBe(true);
    expect(await stage.switch.liveLegs()).toEqual([]);
  });

  test("P18 Contact: * takes back all devices of its user, alone and with Expires: 0 only", async () => {
    const ann = await stage.telephone("ann");
    const bob = await stage.telephone("bob");
    const contact = "Contact: <sip:other@client.invalid;transport=ws>";
    for (const headers of [["Contact: *"], ["Contact: *", "Expires: 600"], ["Contact: *", contact, "Expires: 0"]]) {
      await expect(ann.registerWith(headers)).rejects.toMatchObject({ status: 400 });
      expect(stage.switch.isRegistered("ann")).toBe(true);
    }
    const reply = await ann.registerWith(["Contact: *", "Expires: 0"]);
    expect(reply.getHeaders("contact")).toEqual([]);
    expect(await stage.next("unregistered")).toMatchObject({ user: "ann" });
    expect(stage.switch.isRegistered("bob")).toBe(true);
    await bob.close();
  });
}
