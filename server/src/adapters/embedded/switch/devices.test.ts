import { describeDevices } from "../../../testing/sip/devices/index.ts";
import { publicAddress } from "../../../testing/sip/contract/public-address.ts";
import { Stage } from "../../../testing/sip/contract/stage.ts";
import { deviceHarness, embeddedHarness } from "./testing/harness.ts";

describeDevices("embedded", deviceHarness);

describe("with MEDIA_ADDRESS and MEDIA_PORTS", () => {
  const outside = new Stage();
  const reach = { workers: 1, publicAddress: "203.0.113.10", portRange: [23_000, 23_400] as const };
  beforeAll(() => outside.open((directory) => embeddedHarness(directory, reach)));
  afterEach(() => outside.hangUpAll());
  afterAll(() => outside.close());

  test("P24 descriptions name the public address, and whoever can reach our own is heard", async () => {
    const ports = await publicAddress(outside);
    for (const port of ports) expect(port >= 23_000 && port <= 23_400).toBe(true);
  });
});
