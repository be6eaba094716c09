/** Agents and customers at a process, over the wire: link and telephone with real audio. */
import { customerApi, telephonyApi, type ReplyOf } from "@liantai/api/contract";
import { openCti, type CtiClient } from "../../tools/client/cti-client.ts";
import { publicCall, signIn, ticketOf, type ApiSession } from "../../tools/client/session.ts";
import { demoDirectNumber } from "../../modules/system/index.ts";
import type { SipCall } from "../sip/sip-call.ts";
import { SipClient } from "../sip/sip-client.ts";

export const compId = "100001";
/** Leads to the group without a flow. */
export const number: string = demoDirectNumber.number;
/** What they say, Hz. */
export const tones = { agent: 500, customer: 1_100 } as const;

type Fields = Readonly<Record<string, string>>;

export interface Seat {
  readonly account: string;
  readonly password: string;
  /** 2: agent, 3: monitor. */
  readonly roleType: number;
  /** Default: the demonstration. */
  readonly compId?: string;
  /** What it says, where several agents hear each other. */
  readonly toneHz?: number;
}

export interface Agent {
  readonly session: ApiSession;
  readonly link: CtiClient;
  readonly phone: SipClient;
  /** What getAgentState answers, without what differs from one question to the next. */
  state(): Promise<Fields>;
  /** A command about the call that was told last. */
  inCall(name: string, fields?: Fields): Promise<Fields>;
  /** The next call that rings here, answered and heard. */
  answered(ms?: number): Promise<SipCall>;
}

export class People {
  readonly #phones: SipClient[] = [];
  readonly #links: CtiClient[] = [];
  /** Codes with which the server closed links. */
  readonly closed: number[] = [];
  /** Codes with which it closed sockets of telephones. */
  readonly dropped: number[] = [];

  async agent(
    url: string,
    { account, password, roleType, compId: code = compId, toneHz = tones.agent }: Seat,
  ): Promise<Agent> {
    const session = await signIn(url, { account, roleType, code, password });
    const key = `${telephonyApi.querySecretKey.path}?name=${code}${account}`;
    const line = await session.get<ReplyOf<typeof telephonyApi.querySecretKey>>(key);
    const phone = await SipClient.connect({
      url: `${url.replace("http", "ws")}/xcc/ws`,
      ...line,
      toneHz,
    });
    this.#keep(phone);
    await phone.register();
    const link = await openCti(url);
    this.#links.push(link);
    void link.closed.then(({ code }) => this.closed.push(code));
    let callId = "";
    link.onEvent((event, { json }) => {
      if (event === "call") callId = (JSON.parse(json ?? "{}") as { callId: string }).callId;
    });
    const fields = { agentId: account, extension: account, compId: code, terminalType: "2", takeMedia: "1" };
    const ticket = await ticketOf(session, "cti");
    const login = await link.command("login", { ...fields, ticket, instance: phone.instance });
    if (login["code"] !== "1") throw new Error(`login of ${account}: ${login["code"]}`);
    while ((await link.command("getAgentState"))["registered"] !== "1")
      await new Promise((resolve) => setTimeout(resolve, 50));
    return {
      session,
      link,
      phone,
      async state() {
        const { seq: _, now: __, ...state } = await link.command("getAgentState");
        return state;
      },
      inCall: (name, more = {}) => link.command(name, { callId, ...more }),
      async answered(ms = 30_000) {
        const call = await phone.incoming(ms);
        await call.answer();
        await call.peer.connected;
        return call;
      },
    };
  }

  /** Calls a number, the demonstration's to the group by default; resolves when the call is up. */
  async customer(url: string, phone: string, called = number): Promise<SipCall> {
    const client = await this.page(url, phone, called);
    const call = await client.call(called);
    await Promise.all([call.answered, call.peer.connected]);
    return call;
  }

  /** A customer's page, which can be called once it has called itself. */
  async page(url: string, phone: string, called = number, toneHz: number = tones.customer): Promise<SipClient> {
    const { user, password, realm } = await publicCall<ReplyOf<typeof customerApi.customerSession>>(
      `${url}${customerApi.customerSession.path}`,
      { number: called, phone },
    );
    const sip = { url: `${url.replace("http", "ws")}/xcc/ws`, user, password, realm };
    const client = await SipClient.connect({ ...sip, toneHz });
    this.#keep(client);
    return client;
  }

  #keep(phone: SipClient): void {
    this.#phones.push(phone);
    void phone.closed.then((code) => this.dropped.push(code));
  }

  async leave(): Promise<void> {
    for (const link of this.#links) link.close();
    await Promise.all(this.#phones.map((phone) => phone.close()));
  }
}
