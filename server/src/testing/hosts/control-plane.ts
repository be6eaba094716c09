/**
 * A call's set-up, and whose turn it is at each moment of it: ours from a message that came in until one goes out, Asterisk's while it owes
 * an answer, the telephones' while they do. In turns with it the same two telephones at Asterisk itself, which its dialplan connects.
 */
import { setTimeout as pause } from "node:timers/promises";
import { edgeEndpoint } from "../../adapters/production/switch/configuration.ts";
import { SipClient } from "../sip/sip-client.ts";
import { Hosts } from "./hosts.ts";
import { Passing, type Passage, type Way } from "./passing.ts";
import { referenceContext } from "./reference-dialplan.ts";
import { number, People, tones, type Seat } from "./people.ts";

export interface SetUp {
  /** From the first INVITE until both hear each other. */
  readonly wholeMs: number;
  /** Of it: of whoever sets up the call, and of whoever it asks (Asterisk; in the reference nobody). */
  readonly ownMs: number;
  readonly askedMs: number;
}

interface Side {
  /** Whoever is measured speaks on this way. */
  readonly way: string;
  /** It opened the way itself. */
  readonly opened: boolean;
}

/** passages: in their order. until: when both hear each other. */
export function turnsOf(passages: readonly Passage[], sides: readonly Side[], until: number): SetUp {
  const out = ({ way, there }: Passage): boolean => sides.some((side) => side.way === way && side.opened === there);
  const measured = new Set(sides.map(({ way }) => way));
  // What the call before leaves on other ways is nobody's part of this one.
  const all = passages.filter(({ at, way }) => at <= until && measured.has(way)).sort((a, b) => a.at - b.at);
  const last = all.findLastIndex(out);
  const owed = new Map<string, boolean>();
  let [ownMs, askedMs] = [0, 0];
  for (const [n, passage] of all.entries()) {
    const opened = sides.some(({ way, opened }) => way === passage.way && opened);
    if (out(passage)) for (const key of passage.opens) owed.set(key, opened);
    for (const key of passage.closes) owed.delete(key);
    const next = all[n + 1];
    // What follows its last word is the telephones' own affair.
    if (!next || n >= last) continue;
    // Whether a telephone's audio is there is looked for again and again: waiting for it is not ours, but for the last look.
    const again = (what: string): boolean =>
      what === next.what && all.slice(n + 2).some((later) => later.what === what && out(later));
    if (passage.what.endsWith("/rtp_statistics") && again(passage.what) && !out(passage)) continue;
    const ms = next.at - passage.at;
    if ([...owed.values()].includes(true)) askedMs += ms;
    else if (owed.size === 0 && !out(passage)) ownMs += ms;
  }
  return { wholeMs: until - all[0]!.at, ownMs, askedMs };
}

export interface ControlPlaneFigures {
  readonly ours: readonly SetUp[];
  readonly theirs: readonly SetUp[];
}

const patience = 30_000;
const seat: Seat = { account: "1001", roleType: 2, password: "Liantai#2026" };
const secret = "bench-secret-of-a-telephone";

/** An endpoint of a telephone at Asterisk itself: as that of our edge, besides where its calls go. */
async function addTelephone(name: string): Promise<void> {
  const { TEST_ASTERISK_URL: url, TEST_ASTERISK_USER: user, TEST_ASTERISK_PASSWORD: password } = process.env;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const ask = async (method: "POST" | "PUT", path: string, all: Readonly<Record<string, string | number>>) => {
    const fields = Object.entries(all).map(([attribute, value]) => ({ attribute, value: String(value) }));
    const { ok, status } = await fetch(`${url}/asterisk/${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(fields.length > 0 ? { body: JSON.stringify({ fields }) } : {}),
    });
    // 409: the module is there already.
    if (!ok && status !== 409) throw new Error(`Asterisk answered ${status} to ${method} ${path}`);
  };
  await ask("POST", "modules/app_dial.so", {});
  const dynamic = (kind: string): string => `config/dynamic/res_pjsip/${kind}/${name}`;
  await ask("PUT", dynamic("auth"), { auth_type: "digest", username: name, password: secret });
  await ask("PUT", dynamic("aor"), { max_contacts: 1, remove_existing: "yes" });
  await ask("PUT", dynamic("endpoint"), { ...edgeEndpoint(name, name), context: referenceContext });
}

export async function measureControlPlane(calls: number): Promise<ControlPlaneFigures> {
  const passing = new Passing();
  const asterisk = new URL(process.env["TEST_ASTERISK_URL"] ?? "");
  const way = (name: string, to: string): Promise<string> => passing.open({ name, to } satisfies Way);
  const behind = await way("asterisk", asterisk.origin);
  const hosts = await Hosts.open({ ASTERISK_ARI_URL: `${behind}${asterisk.pathname}` });
  const people = new People();
  const phones: SipClient[] = [];
  try {
    const first = await hosts.start();
    // Nobody waits for words.
    await hosts.rows("update access_number set greeting = ''");
    await hosts.end(first);
    const { url } = await hosts.start();
    const front = await way("telephones", url);
    const agent = await people.agent(front, seat);
    const customer = await people.page(front, "13800138000");
    const plain = (await way("plain", asterisk.origin)).replace("http", "ws");
    const telephone = async (user: string, toneHz: number): Promise<SipClient> => {
      await addTelephone(user);
      const phone = await SipClient.connect({ url: `${plain}/ws`, realm: "asterisk", user, password: secret, toneHz });
      phones.push(phone);
      await phone.register();
      return phone;
    };
    const [caller, called] = [await telephone("7001", tones.customer), await telephone("7002", tones.agent)];

    /** One call; resolves once it is over. */
    const setUp = async (from: SipClient, to: string, at: SipClient, sides: readonly Side[]): Promise<SetUp> => {
      await passing.take();
      const rings = at.incoming(patience);
      rings.catch(() => undefined);
      const call = await from.call(to);
      const incoming = await rings;
      await incoming.answer();
      await Promise.all([
        call.peer.ears.tone(tones.agent, patience),
        incoming.peer.ears.tone(tones.customer, patience),
      ]);
      const until = performance.timeOrigin + performance.now();
      const figures = turnsOf(await passing.take(), sides, until);
      call.bye();
      await incoming.ended;
      for (const phone of [from, at]) phone.calls.length = 0;
      return figures;
    };
    await agent.link.command("setState", { state: "1" });
    const ready = async (): Promise<boolean> => {
      if ((await agent.state())["state"] === "1") return true;
      await agent.link.command("finishWrapUp");
      return false;
    };
    const sides = [
      { way: "asterisk", opened: true },
      { way: "telephones", opened: false },
    ];
    const [ours, theirs]: [SetUp[], SetUp[]] = [[], []];
    // The first of both warms up.
    for (let n = -1; n < calls; n += 1) {
      await hosts.until("the agent is ready", ready);
      const our = await setUp(customer, number, agent.phone, sides);
      const their = await setUp(caller, "7002", called, [{ way: "plain", opened: false }]);
      // What follows a call has its end before the next one.
      await pause(500);
      if (n < 0) continue;
      ours.push(our);
      theirs.push(their);
    }
    return { ours, theirs };
  } finally {
    await people.leave();
    await Promise.all(phones.map((phone) => phone.close()));
    await hosts.close();
    await passing.close();
  }
}
