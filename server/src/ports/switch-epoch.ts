/** Faces of a Switch that do not let every verb through. Reads are everybody's. */
import { SwitchError, type Switch } from "./switch.ts";

/** Each verb is run by `gate`, which may wait first, or refuse. */
export function gated(of: Switch, gate: <R>(run: () => Promise<R>) => Promise<R>): Switch {
  const may =
    <A extends unknown[], R>(verb: (...about: A) => Promise<R>) =>
    (...about: A): Promise<R> =>
      gate(() => verb.apply(of, about));
  return {
    capabilities: of.capabilities,
    start: may(of.start),
    stop: () => of.stop(),
    letGo: () => of.letGo(),
    fence: (next) => of.fence(next),
    as: (next) => of.as(next),
    on: (listener) => of.on(listener),
    provision: may(of.provision),
    room: (trunks) => of.room(trunks),
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
    fork: may(of.fork),
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

export interface Epochs {
  /** The newest epoch that is in force, as far as is known. */
  newest(): number;
  /** Where that is to be found out before anything is done; it rejects when there is a newer one. */
  ready?(): Promise<void> | undefined;
}

/** Its verbs carry the epoch: refused once a newer one is in force. */
export function ofEpoch(of: Switch, epoch: number, { newest, ready }: Epochs): Switch {
  const over = () => epoch < newest();
  const verbs = gated(of, (run) => {
    if (over()) return Promise.reject(new SwitchError("fenced", `epoch ${epoch} is over`));
    const doubt = ready?.();
    return doubt ? doubt.then(run) : run();
  });
  return { ...verbs, stop: () => (over() ? of.letGo() : of.stop()) };
}
