/**
 * The engines of the enterprises whose calls this process has, and what they share: the switch and what it reports, recordings on their
 * way, the topic telephony.engine by which any process' CTI gateway and routes reach them. Calls are decided by the pure machines
 * (call-machine, agent-machine, queue-machine) in the engine of their enterprise.
 */
import type { SwitchEvent } from "../../../ports/switch.ts";
import { forEachAlone } from "../../each.ts";
import { subscribe, type Topics } from "../../topics.ts";
import { loadAreaCodes, parseSipUser } from "../../numbers/index.ts";
import { engineTopicOf, engineUpTopic, notActing, type EngineRequest, type EngineUp } from "../topics.ts";
import { gatewayMs } from "./connections.ts";
import { createEnterpriseEngine, type EnterpriseDeps, type EnterpriseEngine } from "./enterprise-engine.ts";
import { entrantOf } from "./entry.ts";
import type { Incoming } from "./inbound.ts";
import { LegRouter } from "./leg-router.ts";
import { lines } from "./outside.ts";
import { messageLimits } from "./message-offers.ts";
import { speakAhead, storeAgain, storeBrought, takeUp } from "./starting.ts";

export interface Engine {
  /** Closes what a process that died left open, then takes calls. The switch must be started. */
  start(): Promise<void>;
  /** Ends calls (serverRestart), stores recordings, signs agents out. */
  stop(): Promise<void>;
  /** Takes nothing any more and does to the end what is under way: another process goes on with calls and agents as they are (K35). */
  letGo(): Promise<void>;
  request(request: EngineRequest): Promise<unknown>;
  /** recordings: on this machine still, for the store does not take them. */
  stats(): { readonly calls: number; readonly recordings: number };
  /** Resolves when no look-up, hang-up or storing is under way. */
  idle(): Promise<void>;
}

export interface EngineOptions extends Omit<EnterpriseDeps, "legs"> {
  /** What an enterprise's engine has of its own; undefined: another process has its lease. Default: nothing. */
  readonly own?: (compId: string) => Promise<Partial<EnterpriseDeps> | undefined>;
  /** The one enterprise whose calls these are: the switch is its part. Default: all. */
  readonly only?: string | undefined;
}

/** A change that nobody told is taken up after so long. */
const lookMs = 30_000;

/** Of a request about one enterprise. */
const enterpriseOf = (r: Exclude<EngineRequest, { verb: "reattach" }>): string => r.compId;

/** Asked of an engine whose lease another process has. */
class Elsewhere extends Error {
  constructor() {
    super(notActing);
  }
}

class Installation implements Engine {
  readonly #d: EnterpriseDeps;
  readonly #own: NonNullable<EngineOptions["own"]>;
  readonly #only: string | undefined;
  readonly #engines = new Map<string, EnterpriseEngine>();
  readonly #beginning = new Map<string, Promise<EnterpriseEngine>>();
  readonly #work = new Set<Promise<unknown>>();
  readonly #ends: (() => unknown)[] = [];

  constructor({ own = async () => ({}), only, ...options }: EngineOptions) {
    this.#own = own;
    this.#only = only;
    this.#d = { ...options, legs: new LegRouter() };
  }

  stats(): ReturnType<Engine["stats"]> {
    const calls = this.#all().reduce((sum, each) => sum + each.calls.size, 0);
    return { calls, recordings: this.#d.recordings.waiting };
  }

  async idle(): Promise<void> {
    do {
      await Promise.allSettled([...this.#work]);
      for (const { calls } of this.#all()) await calls.idle();
    } while (this.#work.size > 0);
  }

  async request(r: EngineRequest): Promise<unknown> {
    if (r.verb === "alive") {
      for (const { connections } of this.#all()) connections.alive(r.gateway);
      return null;
    }
    if (r.verb === "awaits") return true;
    if (r.verb !== "reattach") return (await this.#of(enterpriseOf(r))).request(r);
    const [first] = r.links;
    return first ? (await this.#of(first.compId)).request(r) : [];
  }

  async start(): Promise<void> {
    const { broker, clock, logger } = this.#d;
    const of = (compId: string) => this.#of(compId);
    const sw = this.#d.switch;
    const ended = (e: Topics["session.ended"]) => track(this.#sessionEnded(e));
    const only = this.#only;
    const told = (compId: string, run: (engine: EnterpriseEngine) => unknown) => {
      if (only !== undefined && compId !== only) return;
      track(
        of(compId)
          .then(run)
          .catch((error: unknown) => logger.warn({ error, compId }, "a change of an enterprise was not taken up")),
      );
    };
    const track = (work: Promise<unknown>) => this.#track(work);
    const rights = (compId?: string) =>
      this.#all().forEach((each) =>
        compId === undefined || each.compId === compId ? each.rights.changed() : undefined,
      );
    let given = (): void => undefined;
    const trunks = new Promise<void>((resolve) => (given = resolve));
    const adoption = { ...this.#d, of, only, all: () => this.#all(), track, trunks };
    this.#ends.push(await takeUp(adoption, () => sw.on((event) => this.#heard(event))));
    // Trunks are given again to a switch that has them: those who ask for their states do not wait for it.
    const outside = lines(this.#d).begin(sw);
    outside.catch(() => undefined).then(given);
    this.#ends.push(async () => (await outside)());
    const topic = engineTopicOf(only !== undefined, only ?? "");
    const hearing = Promise.all([
      subscribe(broker, "session.ended", ended),
      subscribe(broker, "seat.changed", ({ compId, agentId }) => {
        told(compId, ({ seats }) => seats.changed(agentId));
        rights(compId);
      }),
      subscribe(broker, "monitors.changed", ({ compId }) => rights(compId)),
      subscribe(broker, "grants.changed", (whose) => rights("compId" in whose ? whose.compId : undefined)),
      subscribe(broker, "operators.changed", () => rights()),
      subscribe(broker, "task.changed", ({ compId, taskId, cancelRinging = false }) =>
        told(compId, ({ dialler }) => dialler?.changed(taskId, cancelRinging)),
      ),
      subscribe(broker, "carrierPrompts.changed", ({ compId }) =>
        told(compId, ({ dialler }) => dialler?.carrierPromptsChanged()),
      ),
      subscribe(broker, "enterprise.changed", ({ compId }) => told(compId, ({ seats }) => seats.enterpriseChanged())),
      subscribe(broker, "message.changed", ({ compId, id }) =>
        told(compId, ({ messages }) => messages.read(compId, id)),
      ),
      subscribe(broker, "recordings.brought", ({ compId }) => {
        if (only === undefined || compId === only) track(storeBrought(adoption));
      }),
      subscribe(broker, "groups.changed", ({ compId }) => told(compId, ({ seats }) => seats.changed(undefined))),
    ]);
    // Rights may have changed while nobody led.
    hearing.then(
      () => rights(),
      () => undefined,
    );
    // Pages wait for these two alone.
    this.#ends.push(await broker.serve(topic, (r) => this.request(r as EngineRequest)));
    await broker.publish(engineUpTopic, (only === undefined ? {} : { compId: only }) satisfies EngineUp);
    this.#ends.push(...(await hearing));
    const sweep = clock.every(gatewayMs.ping, () => this.#all().forEach(({ connections }) => connections.sweep()));
    const storing = storeAgain({ ...this.#d, of }, track);
    this.#ends.push(() => [sweep, storing].forEach((timer) => timer.cancel()));
    await outside;
    for (const contact of await this.#d.contacts.open(only)) (await of(contact.compId)).callbacks.load(contact);
    for (const message of await this.#d.contacts.messages(clock.now() - messageLimits.oldest, only))
      (await of(message.compId)).messages.load(message);
    for (const compId of (await this.#d.dialling?.running(only)) ?? [])
      track((await of(compId)).dialler?.start() ?? Promise.resolve());
    const looking = clock.every(lookMs, () =>
      track(this.#lookAgain().catch((error: unknown) => logger.warn({ error }, "what runs was not looked at again"))),
    );
    this.#ends.push(() => looking.cancel());
    void speakAhead(this.#d, only);
    void loadAreaCodes().catch((error: unknown) => logger.warn({ error }, "no places of numbers on the bar"));
  }

  async letGo(): Promise<void> {
    // What would be dialled from now on nobody here would hear.
    for (const engine of this.#all()) engine.beginNothing();
    await this.#endAll();
    await this.idle();
  }

  /** One that fails (a broker that is away) keeps none of the others. */
  async #endAll(): Promise<void> {
    for (const end of this.#ends.splice(0))
      try {
        await end();
      } catch (error) {
        this.#d.logger.warn({ error }, "the engines were left with an end that failed");
      }
  }

  /**
   * What is told is told once, after it was written: a broker that was away, or a process that died in between, leaves the engines with
   * what was before. Read anew from time to time, it is never longer.
   */
  async #lookAgain(): Promise<void> {
    for (const engine of this.#all()) {
      engine.seats.lookAgain();
      engine.rights.changed();
    }
    const running = new Set((await this.#d.dialling?.running(this.#only)) ?? []);
    const failed = { logger: this.#d.logger, message: "the tasks of an enterprise were not looked at again" };
    await forEachAlone([...running], (compId) => this.#of(compId), { ...failed, about: (compId) => ({ compId }) });
    await forEachAlone(this.#all(), async ({ compId, dialler }) => dialler?.lookAgain(running.has(compId)), {
      ...failed,
      about: ({ compId }) => ({ compId }),
    });
  }

  async stop(): Promise<void> {
    const { eventLog, legs } = this.#d;
    await this.#endAll();
    const off = this.#d.switch.on((e) => (e.type === "hungup" || e.type === "playDone" ? legs.heard(e) : undefined));
    await Promise.all(this.#all().map((engine) => engine.stop()));
    await this.idle();
    off();
    for (const engine of this.#all()) engine.signOut();
    await eventLog.flush();
  }

  #all(): EnterpriseEngine[] {
    return [...this.#engines.values()];
  }

  /** Begun with the first that is asked of it. */
  async #of(compId: string): Promise<EnterpriseEngine> {
    const known = this.#engines.get(compId);
    if (known) return known;
    const beginning = this.#beginning.get(compId) ?? this.#begin(compId);
    this.#beginning.set(compId, beginning);
    return beginning.finally(() => this.#beginning.delete(compId));
  }

  async #begin(compId: string): Promise<EnterpriseEngine> {
    if (this.#only !== undefined && compId !== this.#only) throw new Elsewhere();
    const own = await this.#own(compId);
    if (!own) throw new Elsewhere();
    const engine = createEnterpriseEngine({ ...this.#d, ...own }, compId);
    this.#engines.set(compId, engine);
    return engine;
  }

  async #ofItsOwn(compId: string): Promise<readonly EnterpriseEngine[]> {
    if (this.#only !== undefined && compId !== this.#only) return [];
    return this.#of(compId).then(
      (engine) => [engine],
      () => [],
    );
  }

  #track(work: Promise<unknown>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work)).catch(() => undefined);
  }

  #heard(event: SwitchEvent): void {
    switch (event.type) {
      case "incoming":
        return this.#track(this.#incoming(event));
      case "registered":
        return this.#having(event.user).forEach((engine) => engine.deviceCame(event));
      case "unregistered":
        return this.#having(event.user).forEach((engine) => engine.deviceGone(event.user));
      case "trunk":
        return;
      default:
        return this.#d.legs.heard(event);
    }
  }

  /** Where the user may be known: an extension says its enterprise, a customer's page or an administrator's does not. */
  #having(user: string): readonly EnterpriseEngine[] {
    const extension = parseSipUser(user);
    if (!extension) return this.#all();
    const engine = this.#engines.get(extension.compId);
    return engine ? [engine] : [];
  }

  async #incoming(event: Incoming): Promise<void> {
    const { legs, logger } = this.#d;
    const sw = this.#d.switch;
    legs.expect();
    try {
      const entrant = await entrantOf(this.#d, event);
      if (typeof entrant === "string") await sw.hangup(event.leg, entrant);
      else await (await this.#of(entrant.compId)).arrivals.incoming(event, entrant);
    } catch (error) {
      logger.error({ error }, "an incoming call could not be looked up");
      await sw.hangup(event.leg, "failed").catch(() => undefined);
    } finally {
      legs.expected();
    }
  }

  async #sessionEnded(ended: Topics["session.ended"]): Promise<void> {
    // An operator's session is of no enterprise, and may have heard a call of any.
    const engines = ended.agentId === null ? this.#all() : await this.#ofItsOwn(ended.compId);
    for (const { connections } of engines) connections.sessionEnded(ended);
    // After the hang-up: what the telephone still has to be told goes over its socket.
    void this.#d.switch.release(ended.sessionId).catch(() => undefined);
  }
}

export const createEngine = (options: EngineOptions): Engine => new Installation(options);
