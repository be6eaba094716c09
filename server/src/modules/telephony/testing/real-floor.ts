/** Seats, customers' pages and their telephones on a real engine: real SIP, real tones, real time, waiting for events only. */
import { customerApi, telephonyApi, type AgentCallView, type Endpoint, type ReplyOf } from "@liantai/api/contract";
import type { Clock } from "../../../ports/clock.ts";
import type { Caller, Route } from "../../../http/routes.ts";
import type { MakeSwitchHarness } from "../../../ports/switch.contract.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import { SipClient } from "../../../testing/sip/sip-client.ts";
import type { TestPorts } from "../../../testing/index.ts";
import { seatCaller } from "../../../testing/who.ts";
import { isContact, readStream } from "../../event-log/index.ts";
import { createNumbersModule } from "../../numbers/index.ts";
import { demoDirectNumber } from "../../system/index.ts";
import { createEngineClient } from "../client.ts";
import { agentTopic, type AgentNotice } from "../topics.ts";
import { openRealEngine, type RealEngine } from "./real-engine.ts";

export const compId = "100001";
/** The number that leads to the group without a flow. */
export const direct = demoDirectNumber.number;

export interface Desk {
  readonly agentId: string;
  /** Credentials of its page. */
  readonly own: { readonly user: string; readonly password: string };
  client: SipClient;
  /** What was told to it so far. */
  readonly told: AgentNotice[];
  command(name: string, fields?: Record<string, string>): Promise<CommandReply>;
  call(): AgentCallView | undefined;
  codes(): number[];
  /** Until it was told this code last. */
  untilCode(code: number): Promise<void>;
}

export interface Floor extends RealEngine {
  phone(user: string, password: string, toneHz: number): Promise<SipClient>;
  /** The seat's account has a session for an hour. */
  session(agentId: string): Promise<unknown>;
  /** Signed in for an hour, with a telephone that says this tone. */
  desk(agentId: string, toneHz: number): Promise<Desk>;
  customerPage(number: string, phone?: string): Promise<ReplyOf<typeof customerApi.customerSession>>;
  /** A page that has called in and hung up: its number can be called. */
  outside(number: string, toneHz: number): Promise<SipClient>;
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void>;
  /** The call's facts, once everything is written. */
  facts(callId: string): ReturnType<typeof factsOf>;
}

const asked = { origin: "http://localhost", address: "127.0.0.1", headers: {} };
/** A route of a module, as the HTTP layer calls it. */
export const askIn =
  (routes: readonly Route[]) =>
  <E extends Endpoint>(endpoint: E, input: object, caller: Caller) =>
    routes
      .find((route) => route.endpoint.name === endpoint.name)!
      .handler(input as never, { ...asked, caller } as never) as Promise<ReplyOf<E>>;

const factsOf = async ({ ports, eventLog, engine }: RealEngine, callId: string) => {
  await engine.idle();
  await eventLog.flush();
  const events = await ports.database.system((trx) => readStream(trx, { compId, stream: "contact", id: callId }));
  return events.filter(isContact);
};

/** The seat's account has a session for an hour. */
const signedIn = (database: TestPorts["database"], agentId: string, now: number) =>
  database.system(async (trx) => {
    const { id: accountId } = await trx
      .selectFrom("account")
      .select("id")
      .where("compId", "=", compId)
      .where("agentId", "=", agentId)
      .executeTakeFirstOrThrow();
    const id = `s-${agentId}`;
    const at = new Date(now);
    const later = new Date(now + 3_600_000);
    await trx
      .insertInto("session")
      .values({
        id,
        compId,
        accountId,
        accessHash: id,
        refreshHash: id,
        accessExpiresAt: later,
        refreshExpiresAt: later,
        createdAt: at,
        lastSeenAt: at,
        address: "127.0.0.1",
        device: "",
      })
      .execute();
  });

export async function openFloor(
  make: MakeSwitchHarness,
  prepare: (base: TestPorts) => Promise<unknown> = async () => undefined,
  outside?: Parameters<typeof openRealEngine>[2],
  clock?: Clock,
  listener?: Parameters<typeof openRealEngine>[4],
): Promise<Floor> {
  const real = await openRealEngine(make, prepare, outside, clock, listener);
  const { ports, harness, engine } = real;
  const clients: SipClient[] = [];
  const notices: AgentNotice[] = [];
  const module = createNumbersModule({
    ports,
    sealer: real.sealer,
    engine: createEngineClient(ports.broker),
    localPhone: { script: async () => "" },
    realm: harness.realm,
  });
  await ports.broker.subscribe(agentTopic, (message) => notices.push(message as AgentNotice));

  const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
    for (let i = 0; i < 1_500; i++) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`${what}: did not happen`);
  };
  const phone = async (user: string, password: string, toneHz: number): Promise<SipClient> => {
    const client = await SipClient.connect({ url: harness.url, realm: harness.realm, user, password, toneHz });
    clients.push(client);
    await client.register();
    return client;
  };
  // As the process does that has the pages' sockets: else their agents are nobody's after a while.
  const beat = ports.clock.every(10_000, () => void engine.request({ verb: "alive", compId, gateway: "g" }));
  const askModule = askIn(module.routes);
  const ask = <E extends Endpoint>(endpoint: E, input: object, agentId = "1001") =>
    askModule(endpoint, input, seatCaller({ agentId, sessionId: `s-${agentId}` }));
  const customerPage = (number: string, phone?: string) =>
    ask(customerApi.customerSession, { body: { number, phone } });

  return {
    ...real,
    phone,
    customerPage,
    session: (agentId) => signedIn(real.base.database, agentId, ports.clock.now()),
    until,
    facts: (callId) => factsOf(real, callId),
    async desk(agentId, toneHz) {
      await signedIn(real.base.database, agentId, ports.clock.now());
      const own = await ask(telephonyApi.querySecretKey, { query: { name: `${compId}${agentId}` } }, agentId);
      const connection = `c-${agentId}`;
      const desk: Desk = {
        agentId,
        own,
        client: await phone(own.user, own.password, toneHz),
        get told() {
          return notices.filter((notice) => notice.agentId === agentId);
        },
        command: (name, fields = {}) =>
          engine.request({ verb: "command", compId, agentId, connection, name, fields }) as Promise<CommandReply>,
        call() {
          const last = desk.told.findLast(({ name }) => name === "call" || name === "callEnd");
          return last?.name === "call" ? (JSON.parse(last.fields["json"] as string) as AgentCallView) : undefined;
        },
        codes: () => desk.told.flatMap(({ name, fields }) => (name === "agentState" ? [Number(fields["code"])] : [])),
        untilCode: (code) => until(`${agentId} ${code}`, () => desk.codes().at(-1) === code),
      };
      await engine.request({
        verb: "attach",
        connection,
        gateway: "g",
        compId,
        agentId,
        sessionId: `s-${agentId}`,
        extension: agentId,
        instance: "tab",
        takeMedia: true,
        hideNumbers: true,
      });
      return desk;
    },
    async outside(number, toneHz) {
      const guest = await customerPage(direct, number);
      const client = await phone(guest.user, guest.password, toneHz);
      const call = await client.call(direct);
      await call.peer.connected;
      call.bye();
      // Over for the engine, too: nobody is offered it any more.
      await until("the end of a first call", async () => {
        await real.eventLog.flush();
        const records = ports.database.system((trx) => trx.selectFrom("call_record").select("endAt").execute());
        return (await records).every(({ endAt }) => endAt !== null);
      });
      return client;
    },
    async close() {
      beat.cancel();
      await Promise.all(clients.map((client) => client.close()));
      await real.close();
    },
  };
}
