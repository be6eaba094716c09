/** K80: a database that is exhausted or away is answered with 503 and a sentence by every route, and never with 500. */
import { browserClient, errors, texts, type Endpoint, type Envelope } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import { DatabaseBusy, StatementStopped } from "../ports/database.ts";
import { soundRequest } from "../testing/fuzz/index.ts";
import { openOffice, type Office } from "../testing/office.ts";
import { areaProbes } from "../testing/probes/index.ts";

let office: Office;
let inside: string;
let ids: Record<string, string>;
beforeAll(async () => {
  office = await openOffice();
  const entered = await office.enter("100001");
  inside = entered.token;
  ids = {};
  const { database } = office.ports;
  for (const { fixtures } of areaProbes)
    Object.assign(ids, await database.system((trx) => fixtures(trx, "100001", office.ports)));
  // What the pool says when no connection was free in its time.
  const exhausted = () => Promise.reject(new DatabaseBusy(new Error("timeout exceeded when trying to connect")));
  Object.assign(database, { tenant: exhausted, system: exhausted });
});
afterAll(() => office.close());

function authorization({ permission }: Endpoint): string | undefined {
  if (permission.kind === "client") return `Basic ${btoa(`${browserClient.id}:${browserClient.secret}`)}`;
  if (permission.kind === "public") return undefined;
  const roles = permission.kind === "roles" ? permission.roles : [1];
  const token = roles.includes(1) ? inside : roles.includes(0) ? office.operator.token : office.agent.token;
  return `Bearer ${token}`;
}

async function ask(endpoint: Endpoint, at: number) {
  const probe = areaProbes.map(({ probes }) => probes[endpoint.name]).find((each) => each !== undefined);
  const { headers, ...request } = await soundRequest(endpoint, typeof probe === "function" ? probe(ids, "100001") : {});
  const who = authorization(endpoint);
  const reply = await office.app.fastify.inject({
    ...request,
    headers: { ...headers, ...(who ? { authorization: who } : {}) },
    remoteAddress: `10.9.${at >> 8}.${at & 255}`,
  });
  return { status: reply.statusCode, again: reply.headers["retry-after"], text: reply.payload };
}

test("every route says that the system is busy, and that it may be asked again", async () => {
  const busy: string[] = [];
  const wrong: string[] = [];
  for (const [at, endpoint] of allEndpoints.entries()) {
    const { status, again, text } = await ask(endpoint, at);
    if (status === 500) wrong.push(`${endpoint.name}: 500`);
    if (status !== 503) continue;
    busy.push(endpoint.name);
    const { msg } = JSON.parse(text) as Envelope;
    if (msg !== texts.busy || again !== "1") wrong.push(`${endpoint.name}: ${msg}, ${String(again)}`);
  }
  expect(wrong).toEqual([]);
  // The order forms' list among them, whose 500 began it. What needs no database answers.
  expect(busy).toContain("formStreamList");
  expect(busy.length / allEndpoints.length).toBeGreaterThan(0.9);
});

test("K95 what was stopped for its length is said, and not asked again as it is", async () => {
  const stopped = () =>
    Promise.reject(
      new StatementStopped(
        Object.assign(new Error("canceling statement"), { code: "57014" }),
        "select count(*) from form_record",
      ),
    );
  Object.assign(office.ports.database, { tenant: stopped, system: stopped });
  const endpoint = allEndpoints.find(({ name }) => name === "formStreamList")!;
  const { status, again, text } = await ask(endpoint, allEndpoints.length);
  const { msg, data } = JSON.parse(text) as Envelope<{ requestId: string }>;
  expect([status, again, msg]).toEqual([504, undefined, errors.tooLong.text]);
  expect(Object.keys(data)).toEqual(["requestId"]);
});
