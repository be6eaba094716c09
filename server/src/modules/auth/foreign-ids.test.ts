/**
 * An administrator of one enterprise names things of another in every field of an id, at every endpoint that changes something:
 * nothing of the other changes, nothing of it is answered, and no row of the own enterprise comes to point at it. Issue 7, 1.
 */
import { minuteMs, type Endpoint, type Envelope } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { parseInput } from "../../http/input.ts";
import { placesOf, replaced } from "../../testing/fuzz/hostile.ts";
import { overhear } from "../../testing/fuzz/overheard.ts";
import { sampleOf } from "../../testing/fuzz/sample.ts";
import { injection, openOffice, type Office, type Person } from "../../testing/office.ts";
import { areaProbes, type Probes } from "../../testing/probes/index.ts";

const victim = "100001";
const attacker = "200002";
type Body = Record<string, unknown>;
type Place = ReturnType<typeof placesOf>[number];

let office: Office;
beforeAll(async () => {
  office = await openOffice();
}, 600_000);
afterAll(() => office.close());

/** What stands in an enterprise's tables, by table; sessions and logs change by being asked. */
const silent = new Set(["session", "operation_log", "login_log"]);
/**
 * The filter of an export, which is run among the own rows, the name of a host that the own interfaces may call, and the key by which a
 * call is asked for once: texts of whoever asks.
 */
const inert = new Set(["dual_call", "file_job", "interface_allowance"]);

async function rowsOf(compId: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  await office.ports.database.system(async (trx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'comp_id' and t.table_type = 'BASE TABLE' order by 1`.execute(
      trx,
    );
    for (const { name } of tables.filter((table) => !silent.has(table.name))) {
      const { rows } = await sql<{ text: string }>`
        select coalesce(string_agg(t::text, '|' order by t::text), '') as text from ${sql.table(name)} t where comp_id = ${compId}`.execute(
        trx,
      );
      found[name] = rows[0]!.text;
    }
  });
  return found;
}

/** One thing of each kind, as the role matrix has them. Kinds that are there once in an installation are the victim's alone. */
async function things(compId: string): Promise<Readonly<Record<string, string>>> {
  const made: Record<string, string> = {};
  for (const { fixtures } of areaProbes)
    await office.ports.database
      .system((trx) => fixtures(trx, compId, office.ports))
      .then(
        (ids) => Object.assign(made, ids),
        (error: Error & { code?: string }) => {
          if (compId === victim || error.code !== "23505") throw error;
        },
      );
  return made;
}

const named = (place: Place): string => place.filter((part) => typeof part === "string").join(".");
/** Of a flow the nodes are named by whoever draws it: their ids lead nowhere. */
const isId = (name: string): boolean =>
  name !== "compId" && !/(?:^|\.)nodes?\.id$/.test(name) && /(?:ids?|groups|members|extension|target|key)$/i.test(name);
/** Entering, leaving and one's own enterprise are no matter of ids. */
const changes = ({ permission, reads, encoding, name }: Endpoint): boolean =>
  permission.kind === "roles" &&
  permission.roles.includes(1) &&
  reads !== true &&
  encoding !== "multipart" &&
  !/^(logout|endSession|resetPassword|reUser|reStore|company)/.test(name);

/** As the probe of the role matrix asks it, for the attacker's own enterprise. */
function inputOf(endpoint: Endpoint, own: Readonly<Record<string, string>>): { body: Body | undefined; query: Body } {
  const probes: Probes = Object.assign({}, ...areaProbes.map((area) => area.probes));
  const probe = probes[endpoint.name];
  const given = typeof probe === "function" ? (probe(own, attacker) as { body?: Body; query?: Body }) : undefined;
  const whole = (schema: Endpoint["body"], more: Body | undefined): Body | undefined => {
    if (!schema) return undefined;
    const value: Body = { ...(sampleOf(schema) as Body), ...more };
    return "compId" in value ? { ...value, compId: attacker } : value;
  };
  return { body: whole(endpoint.body, given?.body), query: whole(endpoint.query, given?.query) ?? {} };
}

/**
 * How often somebody may ask is not what is asked here: from another address each time, and a minute later where a question has a limit.
 */
let asked = 0;
const address = (): string => `10.${(asked += 1) >> 16}.${(asked >> 8) & 255}.${asked & 255}`;

/** Sends one id at one place; the reply, or undefined when it was refused. */
async function sent(by: Person, endpoint: Endpoint, input: object): Promise<string | undefined> {
  const { fastify } = office.app;
  const reply = await fastify.inject({ ...(await injection(endpoint, input, by.token)), remoteAddress: address() });
  if (reply.statusCode === 429) {
    await office.ports.clock.advance(minuteMs);
    return sent(by, endpoint, input);
  }
  if ([401, 426].includes(reply.statusCode)) throw new Error(`${endpoint.name}: whoever asks has no session any more`);
  // A file: a template, a picture.
  if (!String(reply.headers["content-type"]).includes("json")) return reply.body;
  const { code, data } = reply.json<Envelope>();
  return code === 1 ? JSON.stringify(data ?? null) : undefined;
}

/** Whether the contract alone refuses it, before anything is looked up. */
async function malformed(endpoint: Endpoint, { query, body }: { readonly query?: Body; readonly body?: unknown }) {
  const texts = Object.fromEntries(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]));
  return parseInput({ ...endpoint, params: undefined }, { params: {}, query: texts, body }).then(
    () => false,
    () => true,
  );
}
/** The contract sees the letters of an id, not whose it is: what it says of one it says of all that are written alike. */
const writing = (id: string): string => id.replace(/[0-9a-f]/g, "0");
/** An id of that writing that is nowhere. */
const nowhere = (id: string): string => id.replace(/[0-9a-f]{12}(?!.*[0-9a-f]{12})/, "fffffffffffe");

function withId(input: object, place: Place, id: string): object {
  const old = place.reduce<unknown>((at, key) => (at as Body | undefined)?.[key as string], input);
  return replaced(input, place, Array.isArray(old) ? [id] : id) as object;
}

/** Of the victim, once the installation has done by itself what it does with such rows in a minute: a number of no seat goes back. */
async function settledRows(): ReturnType<typeof rowsOf> {
  let rows = await rowsOf(victim);
  for (let same = 0; same < 3;) {
    await office.ports.clock.advance(minuteMs);
    const next = await rowsOf(victim);
    same = isDeepStrictEqual(next, rows) ? same + 1 : 0;
    rows = next;
  }
  return rows;
}

test("ids of another enterprise in every field of an id change, show and bind nothing", async () => {
  const { database, blobs } = office.ports;
  await database.system((trx) => trx.insertInto("enterprise").values({ compId: attacker, name: "乙" }).execute());
  const theirs = Object.values(await things(victim)).filter((id) => id.length > 20);
  const own = await things(attacker);
  const by = await office.enter(attacker);
  const before = await settledRows();
  const standing = new Map(
    theirs.map((id) => [id, Object.keys(before).filter((table) => before[table]!.includes(id))] as const),
  );
  const heard = await overhear(database, attacker, theirs);
  const files = (["stat", "read", "list", "link", "delete"] as const).map((name) => jest.spyOn(blobs, name));

  /**
   * Those of a writing that could lead elsewhere than one that is nowhere: all where that one is taken, or files are looked for;
   * else those in the tables that were asked, those in none, which lie who knows where, and those that may be in memory.
   */
  async function worthAsking(endpoint: Endpoint, input: object, place: Place, alike: string[]): Promise<string[]> {
    const hostile = withId(input, place, nowhere(alike[0]!));
    heard.taken();
    for (const file of files) file.mockClear();
    const reply = await sent(by, endpoint, hostile);
    const tables = heard.taken();
    if (reply !== undefined || files.some(({ mock }) => mock.calls.length > 0)) return alike;
    if (await malformed(endpoint, hostile)) return [];
    return alike.filter((id) => {
      const stands = standing.get(id)!;
      return stands.length === 0 || stands.some((table) => tables.has(table)) || heard.read(id);
    });
  }

  const writings = [...new Set(theirs.map(writing))].map((kind) => theirs.filter((id) => writing(id) === kind));

  let taken = 0;
  const unasked = new Set(theirs);
  const shown: string[] = [];
  for (const endpoint of allEndpoints.filter(changes)) {
    const input = inputOf(endpoint, own);
    for (const place of placesOf(input).filter((each) => each.length > 1 && isId(named(each)))) {
      for (const alike of writings)
        for (const id of await worthAsking(endpoint, input, place, alike)) {
          const reply = await sent(by, endpoint, withId(input, place, id));
          unasked.delete(id);
          if (reply === undefined) continue;
          taken += 1;
          // What was said may be said again, and one id may stand within another: that of a call in that of its charge.
          if (/李晓雯|王志强/.test(reply) || theirs.some((other) => !id.includes(other) && reply.includes(other)))
            shown.push(`${endpoint.name} ${named(place)}`);
        }
    }
  }
  heard.stop();
  expect(theirs.length).toBeGreaterThan(8);
  expect([...unasked]).toEqual([]);
  // Some take an id that leads nowhere: to delete what is not there is no fault.
  expect(taken).toBeGreaterThan(100);
  expect(shown).toEqual([]);
  expect(await rowsOf(victim)).toEqual(before);
  const bound = Object.entries(await rowsOf(attacker)).filter(
    ([table, text]) => !inert.has(table) && theirs.some((id) => text.includes(id)),
  );
  expect(bound.map(([table]) => table)).toEqual([]);
}, 600_000);
