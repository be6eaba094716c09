/**
 * A term: the time for which this process has a lease. An engine acts through what is made for its term here. Between a renewal that is
 * late and the next that succeeds it keeps back what it would do; when another process has the lease, it does nothing any more.
 */
import type { Broker } from "../../ports/broker.ts";
import type { Clock, Timer } from "../../ports/clock.ts";
import { gated } from "../../ports/switch-epoch.ts";
import type { HeldLease } from "../../ports/lease.ts";
import { SwitchError, type Switch } from "../../ports/switch.ts";
import { TermOver, type Membership } from "./membership.ts";
import { notActing } from "./topics.ts";

export class Term {
  readonly lease: HeldLease;
  readonly #clock: Clock;
  readonly #membership: Membership;
  readonly #ends: (() => void)[] = [];
  #over = false;

  /** Of the process while it is there. */
  constructor(lease: HeldLease, clock: Clock, membership: Membership) {
    this.lease = lease;
    this.#clock = clock;
    this.#membership = membership;
    membership.onEnd(() => this.end());
  }

  get over(): boolean {
    return this.#over;
  }

  /** Looked at anew at every act: a process that was stopped and goes on has run no timer meanwhile. */
  holds(): boolean {
    return !this.#over && this.#membership.holds();
  }

  /** Resolves as soon as the lease is held for certain, at once while it is; rejects with TermOver. */
  held(): Promise<void> {
    if (this.holds()) return Promise.resolve();
    if (this.#over) return Promise.reject(new TermOver());
    return this.#membership.held().then(() => {
      if (this.#over) throw new TermOver();
    });
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const run of this.#ends.splice(0)) run();
  }

  /** Its timers are gone with the term. */
  clock(): Clock {
    const clock = this.#clock;
    const timers = new Set<Timer>();
    this.#ends.push(() => {
      for (const timer of timers) timer.cancel();
      timers.clear();
    });
    const kept = (begin: (forget: () => void) => Timer): Timer => {
      if (this.#over) return { cancel: () => undefined };
      const timer = begin(() => timers.delete(timer));
      timers.add(timer);
      return {
        cancel: () => {
          timers.delete(timer);
          timer.cancel();
        },
      };
    };
    return {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      after: (ms, run) =>
        kept((forget) =>
          clock.after(ms, () => {
            forget();
            run();
          }),
        ),
      every: (ms, run) => kept(() => clock.every(ms, run)),
    };
  }

  /** Its verbs wait for the lease; its events are heard for as long as the term. */
  switch(own: Switch): Switch {
    const refused = () => new SwitchError("fenced", "another process leads");
    return {
      ...gated(own, (run) => {
        if (this.holds()) return run();
        return this.held().then(run, () => Promise.reject(refused()));
      }),
      on: (listener) => own.on((event) => this.#over || listener(event)),
    };
  }

  /** What it tells waits for the lease; who asks it meanwhile is told at once that it does not act. */
  broker(broker: Broker): Broker {
    let told: Promise<unknown> | undefined;
    const tell = (topic: string, message: unknown): Promise<void> => {
      if (this.#over) return Promise.resolve();
      if (!told && this.holds()) return broker.publish(topic, message);
      const turn = (told ?? Promise.resolve())
        .then(() => this.held())
        .then(
          () => broker.publish(topic, message),
          () => undefined,
        );
      told = turn;
      void turn.finally(() => told === turn && (told = undefined)).catch(() => undefined);
      return turn;
    };
    const live = async (ends: Promise<() => Promise<void>>): Promise<() => Promise<void>> => {
      const end = await ends;
      if (this.#over) await end();
      else this.#ends.push(() => void end().catch(() => undefined));
      return end;
    };
    return {
      kind: broker.kind,
      publish: tell,
      subscribe: (topic, handler) => live(broker.subscribe(topic, (m) => this.#over || handler(m))),
      serve: (topic, handler) =>
        live(
          broker.serve(topic, async (request) => {
            if (!this.holds()) throw new Error(notActing);
            return handler(request);
          }),
        ),
      request: (...asked) => broker.request(...asked),
      set: (...pair) => broker.set(...pair),
      get: (key) => broker.get(key),
      take: (key) => broker.take(key),
      increment: (...asked) => broker.increment(...asked),
      delete: (key) => broker.delete(key),
      close: () => broker.close(),
    };
  }
}
