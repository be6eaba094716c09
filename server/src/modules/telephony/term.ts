/**
 * A term: the time for which this process leads, by its own clock. An engine acts through what is made for its term here. Between a
 * renewal that is late and the next that succeeds it keeps back what it would do; when another process leads, it does nothing any more.
 */
import type { Broker } from "../../ports/broker.ts";
import type { Clock, Timer } from "../../ports/clock.ts";
import { gated } from "../../ports/switch-epoch.ts";
import { SwitchError, type Switch } from "../../ports/switch.ts";
import { notActing } from "./topics.ts";

export class TermOver extends Error {
  constructor() {
    super("another process leads");
  }
}

export class Term {
  readonly epoch: number;
  readonly #clock: Clock;
  readonly #ends: (() => void)[] = [];
  #until: number;
  #over = false;
  #waiting: { readonly go: () => void; readonly stop: (error: TermOver) => void }[] = [];

  /** until: on the monotonic clock. */
  constructor(epoch: number, clock: Clock, until: number) {
    this.epoch = epoch;
    this.#clock = clock;
    this.#until = until;
  }

  get over(): boolean {
    return this.#over;
  }

  /** Looked at anew at every act: a process that was stopped and goes on has run no timer meanwhile. */
  holds(): boolean {
    return !this.#over && this.#clock.monotonic() < this.#until;
  }

  /** Resolves as soon as the lease is held for certain, at once while it is; rejects with TermOver. */
  held(): Promise<void> {
    if (this.#over) return Promise.reject(new TermOver());
    if (this.holds()) return Promise.resolve();
    return new Promise((go, stop) => this.#waiting.push({ go, stop }));
  }

  renewed(until: number): void {
    this.#until = Math.max(this.#until, until);
    if (this.holds()) for (const { go } of this.#waiting.splice(0)) go();
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const { stop } of this.#waiting.splice(0)) stop(new TermOver());
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
  switch(of: Switch): Switch {
    const own = of.as(this.epoch);
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
