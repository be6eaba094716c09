/**
 * Callers in a flow on Asterisk while the process that leads them is killed (inventory flows.md E6, docs/protocol.md G74): each goes on at
 * the node where he was and comes out where the one comes out whom nothing happened to, with the same variables. What the flow knows is
 * read from what it asks an enterprise's interface, outside of our processes.
 */
import type { FlowBody } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { Crm, lead, request, type Asked } from "./testing/flow-kills/crm.ts";
import { Hosts, type Host } from "./testing/hosts/hosts.ts";
import { People } from "./testing/hosts/people.ts";
import type { SipCall } from "./testing/sip/sip-call.ts";

/** Of the demonstration: it leads into a flow. */
const number = "4001";

/** Callers whose first question it owes an answer. */
const owing = new Set<string>();
const answers = async ({ step, values: { caller } }: Asked) =>
  step === "first" && owing.has(String(caller)) ? undefined : { level: `${String(caller).slice(-1)}级` };

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

describe("E6 the process that leads the callers is killed", () => {
  let hosts: Hosts;
  let crm: Crm;
  let [owner, next]: Host[] = [];
  const people = new People();
  beforeAll(async () => {
    crm = new Crm(answers);
    const port = await crm.open();
    hosts = await Hosts.open();
    [owner, next] = [await hosts.start(), await hosts.start()];
    await lead(owner.url, port, number, flowOf);
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

    owing.add(owed);
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
    owing.delete(owed);

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
