/**
 * Callers in a flow on Asterisk while the process that leads them is killed (inventory flows.md E6, docs/protocol.md G74): each goes on at
 * the node where he was and comes out where the one comes out whom nothing happened to, with the same variables. What the flow knows is
 * read from what it asks an enterprise's interface, outside of our processes.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { operatorCode } from "@liantai/api/contract";
import type { FlowBody } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { leadNumber, publishFlow } from "./testing/flow-calls/leading.ts";
import { Hosts, type Host } from "./testing/hosts/hosts.ts";
import { compId, People } from "./testing/hosts/people.ts";
import type { SipCall } from "./testing/sip/sip-call.ts";
import { signIn } from "./tools/client/session.ts";

const password = "Liantai#2026";
/** Of the demonstration: it leads into a flow. */
const number = "4001";

interface Asked {
  readonly key: string;
  readonly callId: string;
  readonly step: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The enterprise's system: answers at once, but where it is told to wait. */
class Crm {
  readonly asked: Asked[] = [];
  /** Callers whose first question it owes an answer. */
  readonly owing = new Set<string>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async open(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const part of request) text += String(part);
    const { callId, step, ...values } = JSON.parse(text) as { callId: string; step?: string; caller: string };
    // What it is told of calls themselves.
    if (step === undefined) return void response.writeHead(200).end("{}");
    this.asked.push({ key: String(request.headers["idempotency-key"]), callId, step, values });
    if (step === "first" && this.owing.has(values.caller)) return;
    response.writeHead(200).end(JSON.stringify({ level: `${values.caller.slice(-1)}级` }));
  }

  /** What was asked about this caller at this step, one for each key. */
  of(caller: string, step: string): readonly Asked[] {
    const all = this.asked.filter((each) => each.step === step && each.values["caller"] === caller);
    return [...new Map(all.map((each) => [each.key, each])).values()];
  }

  times(caller: string, step: string): number {
    return this.asked.filter((each) => each.step === step && each.values["caller"] === caller).length;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const request = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([name, value]) => ({ name, value }));

/** A card number, a question to the system, a key, a message to the system with all that is known, and the end. */
const flowOf = (interfaceId: string): FlowBody =>
  body(
    [
      node("start", "start", { to: { next: "card" } }),
      node("card", "keyCollect", {
        says: ["请输入四位卡号"],
        config: { vName: "card", min: 4, max: 4, firstSeconds: 60, betweenSeconds: 30 },
        to: { collected: "ask", timeout: "bye", invalid: "bye" },
      }),
      node("ask", "interface", {
        config: {
          interfaceId,
          timeoutSeconds: 10,
          request: request({ step: "first", caller: "${caller}", card: "${card}" }),
          reply: [{ path: "level", vName: "level" }],
        },
        to: { ok: "choose", failed: "bye", timeout: "bye" },
      }),
      node("choose", "keyNav", {
        says: ["查账单请按一，办业务请按二"],
        config: { keys: ["1", "2"], firstSeconds: 60 },
        to: { "key-1": "bill", "key-2": "deal", timeout: "bye", invalid: "bye" },
      }),
      ...["bill", "deal"].map((name) =>
        node(name, "interface", {
          config: {
            interfaceId,
            timeoutSeconds: 10,
            request: request({ step: "last", caller: "${caller}", card: "${card}", level: "${level}", want: name }),
          },
          to: { ok: "bye", failed: "bye", timeout: "bye" },
        }),
      ),
      node("bye", "hangup", { says: ["谢谢"] }),
    ],
    {
      collectVariable: ["card", "level"].map((vName) => ({ vName, vAlias: vName, type: "text" as const, value: "" })),
    },
  );

async function lead(url: string, port: number): Promise<void> {
  const operator = await signIn(url, { account: "admin", roleType: 0, code: operatorCode, password });
  await operator.post("/pbx/api/v1/interfaceAllowance/add", { compId, target: "127.0.0.1", ports: String(port) });
  const admin = await signIn(url, { account: "admin", roleType: 1, code: compId, password });
  const { id: interfaceId } = await admin.post<{ id: string }>("/pbx/api/v1/interfaceConfig/add", {
    name: "客户系统",
    events: ["ended"],
    url: `http://127.0.0.1:${port}/crm`,
    method: "POST",
    headers: [],
    signed: 0,
    secret: "",
    mapping: [],
    timeoutS: 10,
    maxTries: 1,
    sendFullNumbers: 1,
    enabled: 1,
  });
  await leadNumber(admin, number, await publishFlow(admin, "查询与办理", flowOf(interfaceId)));
}

describe("E6 the process that leads the callers is killed", () => {
  let hosts: Hosts;
  let crm: Crm;
  let [owner, next]: Host[] = [];
  const people = new People();
  beforeAll(async () => {
    crm = new Crm();
    const port = await crm.open();
    hosts = await Hosts.open();
    [owner, next] = [await hosts.start(), await hosts.start()];
    await lead(owner.url, port);
  }, 180_000);
  afterAll(async () => {
    crm.close();
    await people.leave();
    await hosts.close();
  });

  const press = async ({ peer }: SipCall, digits: string): Promise<void> => {
    for (const digit of digits) await peer.pressKey(digit);
  };
  /** The nodes that he took, and where he came out. */
  const path = async (caller: string): Promise<string> => {
    const rows = await hosts.rows<{ readonly node: string }>(
      `select e.data->>'nodeName' as node from event e join call_record r on r.call_id = e.stream_id
       where r.caller = '${caller}' and e.type = 'flowStep' and e.data->>'step' = 'node' order by e.seq`,
    );
    return rows.map((row) => row.node).join(" ");
  };
  const causeOf = async (caller: string) =>
    (
      await hosts.rows<{ readonly cause: string }>(
        `select cause from call_record where caller = '${caller}' and end_at is not null`,
      )
    )[0]?.cause;
  const waitsAt = (caller: string, name: string) =>
    hosts.until(`${caller} is at ${name}`, async () => (await path(caller)).endsWith(name), 30_000);

  test("E6 G74 in the middle of a number, while a system owes its answer, before a key: same end, same variables", async () => {
    const [calm, dialling, owed, choosing] = ["13800138001", "13800138002", "13800138003", "13800138004"] as const;
    const call = (phone: string) => people.customer(next!.url, phone, number);
    const first = await call(calm);
    await waitsAt(calm, "card");
    await press(first, "1234");
    await waitsAt(calm, "choose");
    await press(first, "1");
    await first.ended;

    crm.owing.add(owed);
    const [a, b, c] = [await call(dialling), await call(owed), await call(choosing)];
    await Promise.all([dialling, owed, choosing].map((phone) => waitsAt(phone, "card")));
    await Promise.all([press(a, "12"), press(c, "1234")]);
    await waitsAt(choosing, "choose");
    // What was pressed is in the log before the process dies: nobody has an answer to it that could be waited for.
    await hosts.until("keys are in the log", async () => (await keysOf(dialling)) === 2);
    await press(b, "1234");
    await hosts.until("the system is asked", () => crm.times(owed, "first") > 0);
    await hosts.until("and that is in the log", async () => (await keysOf(owed)) === 4);
    owner!.child.kill("SIGKILL");
    crm.owing.delete(owed);

    await hosts.until("the next one asks again", () => crm.times(owed, "first") > 1, 40_000);
    await waitsAt(owed, "choose");
    await press(a, "34");
    await waitsAt(dialling, "choose");
    await Promise.all([press(a, "1"), press(b, "1"), press(c, "1")]);
    await Promise.all([a, b, c].map(({ ended }) => ended));

    const expected = { caller: calm, card: "1234", level: "1级", want: "bill" };
    for (const [at, caller] of [calm, dialling, owed, choosing].entries()) {
      const level = `${at + 1}级`;
      await hosts.until(`${caller} is on record`, async () => (await causeOf(caller)) !== undefined);
      expect([caller, await causeOf(caller), await path(caller)]).toEqual([
        caller,
        "flowEnded",
        "start card ask choose bill bye",
      ]);
      expect(crm.of(caller, "last").map(({ values }) => values)).toEqual([{ ...expected, caller, level }]);
      // One question each, however often it was put: the system knows it by its key.
      expect([caller, crm.of(caller, "first").length, crm.of(caller, "last").length]).toEqual([caller, 1, 1]);
    }
    // An answer that is in the log is not asked for again.
    expect([calm, dialling, choosing].map((caller) => crm.times(caller, "first"))).toEqual([1, 1, 1]);
  }, 180_000);

  const keysOf = (caller: string) =>
    hosts.figure(
      `select count(*) n from event e join call_record r on r.call_id = e.stream_id
       where r.caller = '${caller}' and e.type = 'flowInput' and e.data->'event'->>'type' = 'digit'`,
    );
});
