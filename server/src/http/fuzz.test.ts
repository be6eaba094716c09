/**
 * Every endpoint of the contract, every field of it, everything that a field is not: never an HTTP 500, never a hang. Asked by
 * a caller who may, through the real handlers, over the real database. The requests are the same in every run.
 * A run of every day asks each field with a share of the hostile values, its neighbour with others. FUZZ=wide asks with every value, the
 * rarer ones too, and as every kind of caller who may.
 */
import { browserClient, formUserName, type Endpoint, type RoleType } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import { hostileRequests, type Given, type HostileRequest } from "../testing/fuzz/index.ts";
import { openOffice, type Office, type Person } from "../testing/office.ts";
import { areaProbes } from "../testing/probes/index.ts";

const own = "100001";
const wide = process.env["FUZZ"] === "wide";
/** At once: PostgreSQL works on one while the next is being refused. */
const abreast = 8;
/** Far over what a request takes on a machine with other work. */
const hangMs = 20_000;

type Who = "nobody" | "entered" | "agent" | "operator";

/** The operator's account that enters the enterprise. */
const entering = "entering";

let office: Office;
let people: Record<Exclude<Who, "nobody">, Person>;
let given: (endpoint: Endpoint) => Given;
const failures: string[] = [];

/**
 * An operator who signs in ends the same account's session elsewhere, and who enters an enterprise puts out the one who is in it: who
 * enters it here is another one.
 */
const signIns: Record<Exclude<Who, "nobody">, () => Promise<Person>> = {
  entered: async () => office.enter(own, await office.signIn({ roleType: 0, account: entering })),
  agent: () => office.signIn({ code: own, roleType: 2, account: "1001" }),
  operator: () => office.signIn({ roleType: 0, account: "admin" }),
};

beforeAll(async () => {
  office = await openOffice({
    logger: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (fields) => void failures.push(String((fields as { readonly error?: Error }).error?.stack)),
    },
  });
  await office.ports.database.system(async (trx) => {
    const admin = await trx
      .selectFrom("account")
      .selectAll()
      .where("userName", "=", "0000000admin")
      .executeTakeFirstOrThrow();
    const [id, userName] = [office.ports.random.id(), formUserName("000000", 0, entering)];
    await trx
      .insertInto("account")
      .values({ ...admin, empower: "{}", id, account: entering, userName })
      .execute();
  });
  people = { entered: await signIns.entered(), agent: office.agent, operator: office.operator };
  const ids: Record<string, string> = {};
  for (const { fixtures } of areaProbes)
    Object.assign(ids, await office.ports.database.system((trx) => fixtures(trx, own, office.ports)));
  const probes = Object.assign({}, ...areaProbes.map((area) => area.probes)) as (typeof areaProbes)[number]["probes"];
  given = ({ name }) => {
    const probe = probes[name];
    return typeof probe === "function" ? probe(ids, own) : {};
  };
});
afterAll(() => office.close());

/** The callers who may; all of them in the wide run, else the first. */
function callersOf({ permission }: Endpoint): readonly Who[] {
  if (permission.kind === "public" || permission.kind === "client") return ["nobody"];
  const has = (role: RoleType) => permission.kind !== "roles" || permission.roles.includes(role);
  const all = [
    ...(has(1) ? (["entered"] as const) : []),
    ...(has(0) ? (["operator"] as const) : []),
    ...(has(2) ? (["agent"] as const) : []),
  ];
  return wide ? all : all.slice(0, 1);
}

/** What ends sessions or takes rights from the callers comes last. */
const isLast = ({ name, reads }: Endpoint): boolean =>
  reads !== true && /^(company|account|role|logout|endSession|resetPassword|reUser|reStore)/.test(name);

let asked = 0;
/** An address each: the general limit counts by address. */
const nextAddress = (): string => {
  asked += 1;
  return `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`;
};

/** Answers that never came to the handler, because who asked was no longer signed in. */
let unheard = 0;
const renewing = new Map<Who, Promise<Person>>();

/** Somebody signed in again; of all requests that find a session gone at once, one does it. */
function renewed(who: Exclude<Who, "nobody">, gone: Person): Promise<Person> | Person {
  if (people[who] !== gone) return people[who];
  const running = renewing.get(who);
  if (running) return running;
  const again = signIns[who]()
    .then((person) => (people[who] = person))
    .finally(() => renewing.delete(who));
  renewing.set(who, again);
  return again;
}

const sent = (request: HostileRequest, authorization: string | undefined) =>
  office.app.fastify.inject({
    method: request.method,
    url: request.url,
    headers: { ...request.headers, ...(authorization ? { authorization } : {}) },
    remoteAddress: nextAddress(),
    ...(request.payload === undefined ? {} : { payload: request.payload }),
  });

/** The reply; whoever was put out by an earlier request is signed in again, and asks once more. */
async function reached({ permission }: Endpoint, who: Who, request: HostileRequest) {
  if (permission.kind === "client")
    return sent(request, `Basic ${btoa(`${browserClient.id}:${browserClient.secret}`)}`);
  if (who === "nobody") return sent(request, undefined);
  const asking = people[who];
  const reply = await sent(request, `Bearer ${asking.token}`);
  if (reply.statusCode !== 401 && reply.statusCode !== 426) return reply;
  const person = await renewed(who, asking);
  const second = await sent(request, `Bearer ${person.token}`);
  if (second.statusCode === 401 || second.statusCode === 426) unheard += 1;
  return second;
}

async function ask(endpoint: Endpoint, who: Who, request: HostileRequest): Promise<string | undefined> {
  const began = performance.now();
  const reply = await reached(endpoint, who, request);
  if (performance.now() - began > hangMs) return `${request.what}: took over ${hangMs} ms`;
  return reply.statusCode < 500 ? undefined : `${request.what}: ${reply.statusCode} ${failures.at(-1) ?? reply.body}`;
}

async function faultsOf(endpoint: Endpoint, turn: number): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const who of callersOf(endpoint)) {
    const requests = hostileRequests(endpoint, given(endpoint), { wide, turn });
    const worker = async (): Promise<void> => {
      for (let next = await requests.next(); next.done !== true; next = await requests.next()) {
        const fault = await ask(endpoint, who, next.value);
        if (fault) faults.push(`${endpoint.name} (${who}) ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: abreast }, worker));
  }
  return faults;
}

test(
  "R6: no input of any endpoint is answered with an HTTP 500",
  async () => {
    const faults: string[] = [];
    const began = performance.now();
    const ordered = [...allEndpoints].sort((a, b) => Number(isLast(a)) - Number(isLast(b)));
    for (const [turn, endpoint] of ordered.entries()) faults.push(...(await faultsOf(endpoint, turn)));
    if (wide) process.stdout.write(`${asked} requests, ${faults.length} faults, ${performance.now() - began} ms\n`);
    expect(faults.slice(0, 20)).toEqual([]);
    expect(asked).toBeGreaterThan(10_000);
    expect(unheard / asked).toBeLessThan(0.01);
  },
  wide ? 1_200_000 : 300_000,
);
