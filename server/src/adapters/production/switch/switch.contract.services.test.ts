/**
 * The switch's contract on both adapters in one run: `npm run test:services -- switch.contract`. What passed on one must have been asked
 * of the other, under the same name.
 */
import { describeSwitch } from "../../../ports/switch.contract.ts";
import { embeddedHarness } from "../../embedded/switch/testing/harness.ts";
import { asteriskHarness } from "./testing/harness.ts";

const adapters = ["embedded", "Asterisk"] as const;
const asked: Record<string, string[]> = { embedded: [], Asterisk: [] };

// A test that is skipped does not come here, and is missing below.
afterEach(() => {
  const name = expect.getState().currentTestName ?? "";
  for (const adapter of adapters) {
    const head = `the switch: ${adapter} `;
    if (name.startsWith(head)) asked[adapter]?.push(name.slice(head.length));
  }
});

describeSwitch("embedded", embeddedHarness);
describeSwitch("Asterisk", asteriskHarness);

test("E12 both adapters were asked the same, test for test", () => {
  expect(asked["embedded"]?.length).toBeGreaterThan(60);
  expect(asked["Asterisk"]).toEqual(asked["embedded"]);
});
