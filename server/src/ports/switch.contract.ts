/**
 * The contract of ports/switch.ts: what every adapter must do, proved with real telephones and real audio. The tests run
 * in real time and wait for events, never for time to pass.
 */
import { audio } from "../testing/sip/contract/audio.ts";
import { calls } from "../testing/sip/contract/calls.ts";
import { digits } from "../testing/sip/contract/digits.ts";
import { forking } from "../testing/sip/contract/forking.ts";
import { informing } from "../testing/sip/contract/informing.ts";
import { loss } from "../testing/sip/contract/loss.ts";
import { recording } from "../testing/sip/contract/recording.ts";
import { registration } from "../testing/sip/contract/registration.ts";
import { rooms } from "../testing/sip/contract/rooms.ts";
import { secretKeys } from "../testing/sip/contract/secret-keys.ts";
import { Stage, type MakeSwitchHarness } from "../testing/sip/contract/stage.ts";

export type { MakeSwitchHarness, SwitchHarness } from "../testing/sip/contract/stage.ts";

/** Call it from the adapter's own test file. The harness starts a switch whose users are those of the given directory. */
export function describeSwitch(name: string, make: MakeSwitchHarness): void {
  describe(`the switch: ${name}`, () => {
    const stage = new Stage();
    beforeAll(() => stage.open(make));
    afterEach(() => stage.hangUpAll());
    afterAll(() => stage.close());
    registration(stage);
    calls(stage);
    audio(stage);
    rooms(stage);
    digits(stage);
    informing(stage);
    recording(stage);
    secretKeys(stage);
    forking(stage);
    loss(stage, make);
  });
}
