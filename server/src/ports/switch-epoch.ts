/** A Switch whose verbs carry an epoch: refused once a newer one is in force. Reads are everybody's. */
import { SwitchError, type Switch } from "./switch.ts";

/** `newest`: the newest epoch that is in force. */
export function ofEpoch(of: Switch, epoch: number, newest: () => number): Switch {
  const may =
    <A extends unknown[], R>(verb: (...about: A) => Promise<R>) =>
    (...about: A): Promise<R> =>
      epoch < newest() ? Promise.reject(new SwitchError("fenced", `epoch ${epoch} is over`)) : verb.apply(of, about);
  return {
    capabilities: of.capabilities,
    start: may(of.start),
    stop: () => (epoch < newest() ? of.letGo() : of.stop()),
    letGo: () => of.letGo(),
    fence: (next) => of.fence(next),
    as: (next) => of.as(next),
    on: (listener) => of.on(listener),
    originate: may(of.originate),
    ring: may(of.ring),
    answer: may(of.answer),
    hangup: may(of.hangup),
    arrange: may(of.arrange),
    play: may(of.play),
    stopPlay: may(of.stopPlay),
    collect: may(of.collect),
    sendDigits: may(of.sendDigits),
    inform: may(of.inform),
    startRecording: may(of.startRecording),
    setRecording: may(of.setRecording),
    pauseRecording: may(of.pauseRecording),
    stopRecording: may(of.stopRecording),
    isRegistered: (user) => of.isRegistered(user),
    registrations: (prefix) => of.registrations(prefix),
    unregister: may(of.unregister),
    release: may(of.release),
    recheck: may(of.recheck),
    expectCalls: () => of.expectCalls(),
    liveLegs: () => of.liveLegs(),
    stats: () => of.stats(),
    available: () => of.available(),
  };
}
