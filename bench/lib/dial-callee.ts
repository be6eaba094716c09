/** Somebody whom a dialling task calls: real SIP, real audio. Rings, answers and speaks, refuses, does not answer, or is a machine. */
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { customerApi, type ReplyOf } from "@liantai/api/contract";
import { directNumber } from "@liantai/e2e/harness/agent-page.ts";
import { SipClient } from "@liantai/server/testing/telephone";
import type { SipCall } from "./floor-agent.ts";

export type CalleeKind = "person" | "refuses" | "silent" | "machine";

/** What the wire and the ear say of one call to a callee. ms of performance.now(). */
export interface Met {
  readonly phone: string;
  readonly kind: CalleeKind;
  readonly invitedAt: number;
  answeredAt?: number;
  /** His own telephone had its sound connected: whatever comes after is the way to the agent. */
  mediaAt?: number;
  /** The agent's tone had filled the last 100 ms that he heard. */
  heardAt?: number;
  endedAt?: number;
  /** Calls that talked as he answered. */
  upThen: number;
}

/** What he does in a call. */
export interface Ways {
  kind(): CalleeKind;
  ringMs(): number;
  talkMs(): number;
  /** What the kind says when it has answered; none: a tone all the time. */
  says?: (kind: CalleeKind) => Int16Array;
  /** Calls that talk. */
  up(): number;
}

const agentHz = 500;
const ownHz = 440;
/** Who hears no agent for so long hangs up. */
const patienceMs = 30_000;
const busyHere = 486;

type Page = ReplyOf<typeof customerApi.customerSession>;

/** Each from a loopback address of its own: one address may ask for 30 pages a minute. */
function pageOf(url: string, phone: string): Promise<Page> {
  const body = JSON.stringify({ number: directNumber, phone });
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}${customerApi.customerSession.path}`,
      {
        method: "POST",
        localAddress: `127.0.1.${Number(phone.slice(-3)) + 1}`,
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      },
      (reply) =>
        void text(reply).then((said) => {
          const { data, msg } = JSON.parse(said) as { readonly data: Page | null; readonly msg: string };
          if (data) resolve(data);
          else reject(new Error(`no page for ${phone}: ${msg}`));
        }, reject),
    );
    asked.once("error", reject);
    asked.end(body);
  });
}

export class Callee {
  readonly phone: string;
  readonly met: Met[] = [];
  /** Invited while he was in a call, which no task may do. */
  twice = 0;
  readonly #client: SipClient;
  readonly #ways: Ways;
  #call: SipCall | undefined;
  #going = true;

  private constructor(phone: string, client: SipClient, ways: Ways) {
    this.phone = phone;
    this.#client = client;
    this.#ways = ways;
  }

  /** His page has called in once, and so it can be called. */
  static async at(url: string, phone: string, ways: Ways): Promise<Callee> {
    const { user, password, realm } = await pageOf(url, phone);
    const sip = { url: `${url.replace("http", "ws")}/xcc/ws`, user, password, realm };
    const client = await SipClient.connect({ ...sip, ...(ways.says ? {} : { toneHz: ownHz }) });
    await client.register();
    const first = await client.call(directNumber);
    await first.peer.connected;
    first.bye();
    client.calls.length = 0;
    const callee = new Callee(phone, client, ways);
    void callee.#live();
    return callee;
  }

  get inCall(): boolean {
    return this.#call !== undefined;
  }

  /** He has answered, and it is not over. */
  get talks(): boolean {
    const last = this.met.at(-1);
    return last?.answeredAt !== undefined && last.endedAt === undefined;
  }

  /** Ends his talk and answers no call any more; what rings is for the caller to take back. */
  hangUp(): void {
    this.#going = false;
    if (this.talks) this.#call?.bye();
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #live(): Promise<void> {
    for (;;) {
      const call = await this.#client.incoming(2_000_000_000).catch(() => undefined);
      if (!call) return;
      const kind = this.#ways.kind();
      const met: Met = { phone: this.phone, kind, invitedAt: performance.now(), upThen: 0 };
      this.met.push(met);
      if (this.#call) this.twice += 1;
      this.#call = call;
      void call.ended.then(() => {
        met.endedAt = performance.now();
        if (this.#call === call) this.#call = undefined;
        this.#client.calls.splice(this.#client.calls.indexOf(call), 1);
      });
      void this.#take(call, met).catch(() => call.bye());
    }
  }

  async #take(call: SipCall, met: Met): Promise<void> {
    const { ringMs, talkMs, says, up } = this.#ways;
    if (!this.#going || met.kind === "refuses") return call.refuse(busyHere);
    call.ring();
    if (met.kind === "silent") return;
    const over = await Promise.race([call.ended.then(() => true), pause(ringMs(), false)]);
    if (over) return;
    met.upThen = up();
    met.answeredAt = performance.now();
    void call.peer.connected.then(() => (met.mediaAt = performance.now()));
    await call.answer();
    if (says) void call.peer.connected.then(() => call.peer.say(says(met.kind)));
    const heard = call.peer.ears.tone(agentHz, patienceMs).then(
      () => true,
      () => false,
    );
    if (await Promise.race([heard, call.ended.then(() => false)])) {
      met.heardAt = performance.now();
      await Promise.race([call.ended, pause(talkMs())]);
    }
    if (met.endedAt === undefined) call.bye();
  }
}
