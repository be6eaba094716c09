/** What every part of the Switch contract works with: a switch, its directory, its events and telephones. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LegId, SipCredential, Switch, SwitchDirectory, SwitchEvent } from "../../../ports/switch.ts";
import { everyoneHears } from "../plans.ts";
import { SipClient, type SipClientOptions } from "../sip-client.ts";
import type { SipCall } from "../sip-call.ts";

export interface SwitchHarness {
  readonly switch: Switch;
  readonly realm: string;
  /** Where a telephone connects, e.g. ws://127.0.0.1:PORT/xcc/ws. */
  readonly url: string;
  /** After switch.stop(): the rest, e.g. the HTTP server. */
  close(): Promise<void>;
}

/** Makes a started switch that asks `directory`. */
export type MakeSwitchHarness = (directory: SwitchDirectory) => Promise<SwitchHarness>;

export const TONES = { ann: 440, bob: 700, cid: 1_000 } as const;
/** Where `talk` puts its two legs. */
export const ROOM = "room";
export type Name = keyof typeof TONES;

type Of<T extends SwitchEvent["type"]> = Extract<SwitchEvent, { type: T }>;

interface Wait {
  matches(event: SwitchEvent): boolean;
  resolve(event: SwitchEvent): void;
}

export class Stage {
  readonly credentials = new Map<string, SipCredential>(
    (["ann", "bob", "cid", "mute"] as const).map((user) => [
      user,
      { user, password: `${user}-secret`, mayCall: user !== "mute" },
    ]),
  );
  readonly events: SwitchEvent[] = [];
  private harness: SwitchHarness | undefined;
  private readonly unread: SwitchEvent[] = [];
  private waits: Wait[] = [];
  private readonly clients: SipClient[] = [];
  private dir = "";

  async open(make: MakeSwitchHarness): Promise<void> {
    this.dir = await mkdtemp(join(tmpdir(), "liantai-switch-"));
    this.harness = await make({
      credentials: async (user) => [this.credentials.get(user) ?? []].flat(),
    });
    this.follow();
  }

  /** Another switch took over; events of the one before are told no more. */
  succeed(next: Switch): void {
    if (!this.harness) throw new Error("the stage is not open");
    this.harness = { ...this.harness, switch: next };
    this.follow();
  }

  private follow(): void {
    const current = this.switch;
    current.on((event) => {
      if (current !== this.switch) return;
      this.events.push(event);
      const wait = this.waits.find((candidate) => candidate.matches(event));
      if (!wait) return void this.unread.push(event);
      this.waits = this.waits.filter((other) => other !== wait);
      wait.resolve(event);
    });
  }

  async close(): Promise<void> {
    await this.hangUpAll();
    await this.harness?.switch.stop();
    await this.harness?.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Between tests: no legs, no telephones, no unread events. */
  async hangUpAll(): Promise<void> {
    await Promise.all(this.clients.splice(0).map((client) => client.close()));
    for (const leg of await this.legs()) await this.switch.hangup(leg);
    this.unread.length = 0;
  }

  async legs(): Promise<LegId[]> {
    return (await this.switch.liveLegs()).map(({ leg }) => leg);
  }

  get switch(): Switch {
    if (!this.harness) throw new Error("the stage is not open");
    return this.harness.switch;
  }

  get url(): string {
    if (!this.harness) throw new Error("the stage is not open");
    return this.harness.url;
  }

  get realm(): string {
    if (!this.harness) throw new Error("the stage is not open");
    return this.harness.realm;
  }

  file(name: string): string {
    return join(this.dir, name);
  }

  /** The oldest unread event of that type (and leg), or the next one. */
  next<T extends SwitchEvent["type"]>(type: T, leg?: LegId, ms = 5_000): Promise<Of<T>> {
    const matches = (event: SwitchEvent): boolean =>
      event.type === type && (leg === undefined || ("leg" in event && event.leg === leg));
    const at = this.unread.findIndex(matches);
    if (at >= 0) return Promise.resolve(this.unread.splice(at, 1)[0] as Of<T>);
    const late = new Error(`no event '${type}' within ${ms} ms`);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waits = this.waits.filter((other) => other !== wait);
        late.message += `; unread: ${this.unread.map((event) => event.type).join(" ")}`;
        reject(late);
      }, ms);
      const wait: Wait = {
        matches,
        resolve: (event) => {
          clearTimeout(timer);
          resolve(event as Of<T>);
        },
      };
      this.waits.push(wait);
    });
  }

  /** True when no such event is unread now. */
  none(type: SwitchEvent["type"]): boolean {
    return !this.unread.some((event) => event.type === type);
  }

  async connect(user: string, more: Partial<SipClientOptions> = {}): Promise<SipClient> {
    if (!this.harness) throw new Error("the stage is not open");
    const { url, realm } = this.harness;
    const toneHz = user in TONES ? TONES[user as Name] : undefined;
    const client = await SipClient.connect({
      url,
      realm,
      user,
      password: `${user}-secret`,
      ...(toneHz ? { toneHz } : {}),
      ...more,
    });
    this.clients.push(client);
    return client;
  }

  /** A telephone that is registered. */
  async telephone(user: Name): Promise<SipClient> {
    const client = await this.connect(user);
    await client.register();
    await this.next("registered");
    return client;
  }

  /** `user` calls in and is answered: both ends of that leg. */
  async caller(user: Name): Promise<{ client: SipClient; call: SipCall; leg: LegId }> {
    const client = await this.connect(user);
    const call = await client.call("4001");
    const { leg } = await this.next("incoming");
    await this.switch.answer(leg);
    await Promise.all([this.next("answered", leg), call.peer.connected]);
    return { client, call, leg };
  }

  /** `user` is called and answers: both ends of that leg. */
  async callee(user: Name, near?: LegId): Promise<{ client: SipClient; call: SipCall; leg: LegId }> {
    const client = await this.telephone(user);
    const leg = await this.switch.originate({ to: user, from: "4001", ringMs: 5_000, ...(near ? { near } : {}) });
    const call = await client.incoming();
    await call.answer();
    await Promise.all([this.next("answered", leg), call.peer.connected]);
    return { client, call, leg };
  }

  /** Ann called in, Bob was called, they talk. */
  async talk(): Promise<{
    ann: SipCall;
    bob: SipCall;
    a: LegId;
    b: LegId;
    annClient: SipClient;
    bobClient: SipClient;
  }> {
    const first = await this.caller("ann");
    const second = await this.callee("bob", first.leg);
    await this.switch.arrange(ROOM, everyoneHears(first.leg, second.leg));
    return {
      ann: first.call,
      bob: second.call,
      a: first.leg,
      b: second.leg,
      annClient: first.client,
      bobClient: second.client,
    };
  }
}
