/** The SIP side of a switch, put together. */
import type { Clock } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { SwitchEvent } from "../../../ports/switch.ts";
import type { CallsDeps } from "./calls.ts";
import type { LegMedia } from "./leg-media.ts";
import type { Memory } from "./memory.ts";
import type { SipSwitchOptions } from "./options.ts";
import { Authenticator } from "./sip/auth.ts";
import { Registrar } from "./sip/registrar.ts";
import { SignOuts } from "./sip/sign-outs.ts";
import { SipSockets } from "./sip/sockets.ts";
import { TrunkCalls } from "./trunk-calls.ts";
import { TakingUp } from "./taking-up.ts";

export interface PartsDeps extends Pick<CallsDeps, "digit" | "ending"> {
  readonly options: SipSwitchOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly memory: Memory;
  readonly media: LegMedia;
  emit(event: SwitchEvent): void;
}

export function makeParts({ options, clock, logger, memory, media, emit, digit, ending }: PartsDeps) {
  const { directory, realm } = options;
  const auth = new Authenticator(directory, realm, clock, logger);
  const registrar: Registrar = new Registrar(auth, clock, {
    emit,
    back: (user, contact, socket) => {
      calls.deviceBack(user, contact, socket);
      takingUp.deviceBack(user, contact, socket);
    },
    changed: (device) => takingUp.deviceChanged(device),
    gone: (device) => takingUp.deviceGone(device),
  });
  const calls: TrunkCalls = new TrunkCalls({
    realm,
    clock,
    media,
    auth,
    registrar,
    emit,
    digit,
    ending,
    changed: (leg) => takingUp.legChanged(leg),
  });
  const sockets = new SipSockets({ realm, clock, logger, registrar, calls });
  const takingUp = new TakingUp({ memory, clock, directory, media, calls, registrar, sockets });
  const signOuts = new SignOuts({ directory, auth, registrar, sockets, inCall: (user) => calls.inCall(user) });
  return { registrar, calls, sockets, takingUp, signOuts };
}
