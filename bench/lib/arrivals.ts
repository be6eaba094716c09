/**
 * Customers who call an access number and hang up again a second later, so many a second, in a process of their own. Real SIP
 * over /xcc/ws: INVITE, 200, ACK, BYE, each call with a record in the end. Their telephones have no media (ICE never connects),
 * because two real peers a call, 30 times a second, leave nothing of two cores for the browser that is measured.
 */
import { directNumber } from "@liantai/e2e/harness/agent-page.ts";
import { SipClient } from "@liantai/server/testing/telephone";

export type ArrivalsOrder =
  | { readonly do: "open"; readonly url: string; readonly perSecond: number }
  | { readonly do: "begin" }
  /** Begins no more; told how many were begun and answered since "begin". */
  | { readonly do: "end" };

export interface ArrivalsNews {
  readonly calls: number;
  readonly answered: number;
}

/** As many as one address opens in a minute; each has one call at a time (docs/protocol.md P34). */
const customers = 30;
const lastsMs = 700;
/** Who has no call, the one that is without the longest first. */
const idle: SipClient[] = [];
let everyMs = 0;
let news = { calls: 0, answered: 0 };
let timer: NodeJS.Timeout | undefined;

const offer = [
  "v=0",
  "o=- 1 1 IN IP4 127.0.0.1",
  "s=-",
  "t=0 0",
  "a=group:BUNDLE 0",
  "a=msid-semantic: WMS *",
  "m=audio 9 UDP/TLS/RTP/SAVPF 0",
  "c=IN IP4 0.0.0.0",
  "a=rtcp:9 IN IP4 0.0.0.0",
  "a=ice-ufrag:bench",
  "a=ice-pwd:benchbenchbenchbenchbench",
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => "AB").join(":")}`,
  "a=setup:actpass",
  "a=mid:0",
  "a=sendrecv",
  "a=rtcp-mux",
  "a=rtpmap:0 PCMU/8000",
  "",
].join("\r\n");

async function open(url: string, perSecond: number): Promise<void> {
  everyMs = 1_000 / perSecond;
  for (let i = 0; i < customers; i += 1) {
    const reply = await fetch(`${url}/customer/api/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ number: directNumber, phone: `138000${String(20_000 + i)}` }),
    });
    const { data, msg } = (await reply.json()) as {
      data: { user: string; password: string; realm: string; socket: string } | null;
      msg: string;
    };
    if (!data) throw new Error(`no session for a customer: ${msg}`);
    const client = await SipClient.connect({ ...data, url: data.socket });
    await client.register();
    idle.push(client);
  }
}

function call(client: SipClient): void {
  news.calls += 1;
  const uri = client.uri(directNumber);
  const message = client.core.makeOutgoingRequestMessage(
    "INVITE",
    uri,
    client.uri(client.options.user),
    uri,
    {},
    [client.contactHeader],
    { contentDisposition: "session", contentType: "application/sdp", content: offer },
  );
  client.core.invite(message, {
    onAccept: ({ ack, session }) => {
      news.answered += 1;
      ack();
      session.delegate = { onBye: (request) => void request.accept() };
      setTimeout(() => {
        session.bye();
        idle.push(client);
      }, lastsMs);
    },
    onReject: () => void idle.push(client),
  });
}

/** One after the other through the customers; a timer that comes late catches up, and so does one that found nobody idle. */
function begin(): void {
  news = { calls: 0, answered: 0 };
  const from = performance.now();
  timer = setInterval(() => {
    while (idle.length > 0 && from + news.calls * everyMs <= performance.now()) call(idle.shift()!);
  }, everyMs);
}

async function obey(order: ArrivalsOrder): Promise<ArrivalsNews> {
  if (order.do === "open") await open(order.url, order.perSecond);
  if (order.do === "begin") begin();
  if (order.do === "end") clearInterval(timer);
  return news;
}

process.on("message", (order: ArrivalsOrder) => void obey(order).then((said) => process.send!(said)));
process.on("disconnect", () => process.exit(0));
