/**
 * Every endpoint of the server x every kind of caller (testing/callers.ts), through the whole HTTP layer: exactly those whom
 * docs/permissions.md names get past authorisation, and nobody gets at another enterprise's data by naming its ids. A new
 * endpoint is red until that table says who may and the probes how a stranger would try it.
 */
import { giveLegs } from "../../testing/legs.ts";
import { AppError, whoOf, type Endpoint, type RoleType } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import { businessPurviews } from "@liantai/api/contract/admin";
import { buildApp, unlimited, type App } from "../../app.ts";
import type { Route } from "../../http/routes.ts";
import { createModules } from "../../modules.ts";
import { expected, foreign, kinds, own, signInAll, declaredFor } from "../../testing/callers.ts";
import { createTestPorts, type TestPorts } from "../../testing/index.ts";
import { multipartPayload } from "../../testing/multipart.ts";
import { readPermissionTable, type PermissionRow } from "../../testing/permissions-table.ts";
import { areaProbes, type Probe } from "../../testing/probes/index.ts";
import { probedCallId } from "../../testing/probes/privacy.ts";
import { rightsChanged } from "../organisation/index.ts";
import { sealerOf } from "../system/index.ts";
import { seed } from "../first-start/index.ts";
import { belongsToOwn, contentsOf, probesOf } from "./testing/strangers.ts";

const settings = { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined };
const callId = probedCallId;

let ports: TestPorts;
/** Handlers answer 'reached' and do nothing. */
let gate: App;
/** The real thing. */
let whole: App;
/** By caller kind: the Authorization header. */
let headers: ReadonlyMap<string, string | undefined>;
let ids: Readonly<Record<string, string>> = {};

const reached: Route["handler"] = async () => {
  throw new AppError("refused", "reached");
};

beforeAll(async () => {
  ports = await createTestPorts();
  const sealer = sealerOf(Buffer.alloc(32, 1));
  await seed(ports, sealer, { host: "127.0.0.1" });
  const options = {
    ports,
    sealer,
    info: { version: "1", switch: "embedded" },
    reveal: { enabled: false, host: "127.0.0.1" },
    realm: "liantai",
    dataDir: ports.folder,
    backupsKept: 0,
    recordingsFolder: `${ports.folder}/live`,
    repair: async () => undefined,
  };
  const { modules, auth } = createModules(options);
  const parts = {
    modules,
    perSession: unlimited,
    sessions: auth.sessions,
    mayPress: auth.mayPress,
    maySee: auth.maySee,
    mayDo: auth.mayDo,
  };
  whole = await buildApp(ports, settings, parts);
  await whole.start();
  gate = await buildApp(ports, settings, {
    ...parts,
    modules: modules.map((module) => ({
      name: module.name,
      routes: module.routes.map(({ endpoint }) => ({ endpoint, handler: reached })),
    })),
  });
  headers = await signInAll(whole, ports);
  ids = await addOwnThings();
});

afterAll(async () => {
  await gate?.fastify.close();
  await whole?.stop();
  await ports?.close();
});

/** A call of the first enterprise, and what the areas' probes ask for. */
async function addOwnThings(): Promise<Readonly<Record<string, string>>> {
  const at = new Date(ports.clock.now());
  const made: Record<string, string> = {};
  await ports.database.system(async (trx) => {
    await trx
      .insertInto("call_record")
      .values({
        compId: own,
        callId,
        direction: "inbound",
        caller: "13812345678",
        callee: "4001",
        accessNumber: "4001",
        agentId: "1001",
        startAt: at,
        answerAt: at,
        endAt: at,
        waitMs: 0,
        ringMs: 0,
        talkMs: 1_000,
        holdMs: 0,
        result: 200,
        cause: "completed",
        recordingKey: "recordings/secret.wav",
        recordingMs: 1_000,
        skillGroupId: null,
        appliedSeq: 1,
      })
      .execute();
    await giveLegs(trx);
    await trx
      .insertInto("event")
      .values({
        compId: own,
        stream: "contact",
        streamId: callId,
        seq: 1,
        at,
        type: "created",
        actor: "caller",
        reason: null,
        data: JSON.stringify({
          kind: "call",
          direction: "inbound",
          caller: "13812345678",
          callee: "4001",
          accessNumber: "4001",
        }),
      })
      .execute();
    made["ownSession"] = (
      await trx.selectFrom("session").select("id").where("compId", "=", own).executeTakeFirstOrThrow()
    ).id;
    made["ownRole"] = (
      await trx
        .selectFrom("account")
        .select("roleId")
        .where("compId", "=", own)
        .where("roleType", "=", 1)
        .where("account", "like", "probe%")
        .where("isSys", "=", 1)
        .executeTakeFirstOrThrow()
    ).roleId;
  });
  for (const { fixtures } of areaProbes)
    Object.assign(made, await ports.database.system((trx) => fixtures(trx, own, ports)));
  return made;
}

async function ask(app: App, endpoint: Endpoint, kind: string, { params = {}, query = {}, body = {} }: Probe = {}) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? "x"));
  const authorization = headers.get(kind);
  const form = endpoint.encoding === "form";
  const multipart =
    endpoint.encoding === "multipart" ? await multipartPayload(body as Record<string, unknown>) : undefined;
  const reply = await app.fastify.inject({
    method: endpoint.method,
    url: `${path}?${new URLSearchParams(query)}`,
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(endpoint.body
        ? { "content-type": multipart?.type ?? (form ? "application/x-www-form-urlencoded" : "application/json") }
        : {}),
    },
    ...(endpoint.body ? { payload: multipart?.payload ?? (form ? "" : JSON.stringify(body)) } : {}),
  });
  return { status: reply.statusCode, text: reply.body };
}

/** Past authorisation: the handler was reached, or the (empty) input or the rate was refused after it. */
const outcome = ({ status, text }: { status: number; text: string }): number | "past" | string =>
  (status === 200 && /"code":400|reached/.test(text)) || status === 429
    ? "past"
    : status === 401 || status === 403
      ? status
      : `${status} ${text.slice(0, 200)}`;

const table = readPermissionTable();

test("docs/permissions.md has a row for every endpoint, and for nothing else", () => {
  expect([...table.rows.keys()].sort()).toEqual(allEndpoints.map(({ name }) => name).sort());
});

test("every row says which text it comes from, or that the decision is ours", () => {
  const silent = [...table.rows].filter(([, { text }]) => !/^(?:C\d|R\d|S\b|ours\b)/.test(text));
  expect(silent.map(([name]) => name)).toEqual([]);
});

test.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s",
  async (_name, endpoint) => {
    const found: Record<string, unknown> = {};
    for (const kind of kinds) found[kind.name] = outcome(await ask(gate, endpoint, kind.name));
    const row = table.rows.get(endpoint.name)!;
    expect(found).toEqual(Object.fromEntries(kinds.map((kind) => [kind.name, expected(table, row, kind)])));
  },
);

describe("one grant more or less", () => {
  const letters: Readonly<Record<string, RoleType>> = { A: 1, S: 2, M: 3 };
  const asking = [...table.rows].filter(
    ([, { who, pages, button }]) => who.some((each) => each in letters) && (pages.length > 0 || button !== ""),
  );
  const endpointOf = (name: string) => allEndpoints.find((each) => each.name === name)!;

  const roleOf = (kind: "custom" | "enterprise", roleType: RoleType): Promise<string> =>
    ports.database.system(
      async (trx) =>
        (
          await trx
            .selectFrom("role as r")
            .innerJoin("account as a", "a.roleId", "r.id")
            .select("r.id")
            .where("r.compId", "=", own)
            .where("r.kind", "=", kind)
            .where("r.roleType", "=", roleType)
            .where("a.account", "like", "probe%")
            .executeTakeFirstOrThrow()
        ).id,
    );
  const idsOf = (
    row: PermissionRow,
  ): Promise<{ pages: string[]; button: string | undefined; parent: string | undefined }> =>
    ports.database.system(async (trx) => {
      const pages = await trx.selectFrom("menu").select(["id", "url"]).where("url", "is not", null).execute();
      const button = await trx
        .selectFrom("menu")
        .select(["id", "parentId"])
        .where("code", "=", row.button)
        .executeTakeFirst();
      return {
        pages: pages.filter(({ url }) => row.pages.includes(url!)).map(({ id }) => id),
        button: button?.id,
        parent: button?.parentId ?? undefined,
      };
    });
  const set = async (roleId: string, menuIds: readonly string[], right: string): Promise<void> => {
    await ports.database.system(async (trx) => {
      await trx.deleteFrom("role_menu").where("roleId", "=", roleId).execute();
      if (menuIds.length > 0)
        await trx
          .insertInto("role_menu")
          .values(menuIds.map((menuId) => ({ compId: own, roleId: roleId, menuId })))
          .execute();
      await trx.updateTable("role_purview").set({ value: 0 }).where("roleId", "=", roleId).execute();
      if (right !== "")
        await trx
          .updateTable("role_purview")
          .set({ value: 1 })
          .where("roleId", "=", roleId)
          .where("key", "=", right)
          .execute();
    });
    await rightsChanged(ports.broker, { roleIds: [roleId] });
  };

  test("a role with nothing but what the row asks for gets past; without any one of it, it does not", async () => {
    const faults: string[] = [];
    for (const [name, row] of asking) {
      // Operators' keys without a button are refused to everybody in the enterprise.
      if (row.key !== "" && row.button === "") continue;
      const letter = row.who.find((each) => each in letters)!;
      const kind = `${own} custom role of roleType ${letters[letter]}`;
      const roleId = await roleOf("custom", letters[letter]!);
      const { pages, button, parent } = await idsOf(row);
      const tried = async (what: string, menuIds: readonly string[], right: string, want: "past" | 403) => {
        await set(roleId, menuIds, right);
        const got = outcome(await ask(gate, endpointOf(name), kind));
        if (got !== want) faults.push(`${name}, ${what}: ${got} instead of ${want}`);
      };
      if (row.pages.length !== pages.length)
        faults.push(`${name}: a page of ${row.pages.join(" ")} is not in the tree`);
      const held = [...(button && parent ? [parent, button] : []), ...pages];
      await tried("all of it", held, row.right, "past");
      for (const page of pages)
        await tried(`only ${page}`, [page, ...(button && parent ? [parent, button] : [])], row.right, "past");
      if (button && parent) await tried("without the button", [parent, ...pages], row.right, 403);
      if (pages.length > 0 && !button) await tried("without a page", [], row.right, 403);
      if (row.right !== "") await tried("without the right", held, "", 403);
      await set(roleId, [], "");
    }
    expect(faults).toEqual([]);
  });
});

test("what an endpoint asks for exists, and somebody of each role that it names can have it", () => {
  const faults = allEndpoints.flatMap(({ name, permission }) => {
    if (permission.kind !== "roles") return [];
    const { roles, button, operate, purview } = permission;
    const enterprise = roles.filter((role) => role !== 0);
    const some = (who: readonly string[]) =>
      enterprise.length === 0 || enterprise.some((role) => who.includes(whoOf(role)));
    return [
      ...(button !== undefined && (declaredFor(button).length === 0 || !some(declaredFor(button)))
        ? [`${name}: nobody can be granted the button ${button}`]
        : []),
      ...(purview !== undefined && !businessPurviews.some(({ key }) => key === purview)
        ? [`${name}: no business permission ${purview}`]
        : []),
      ...(operate !== undefined && !roles.includes(0)
        ? [`${name}: asks operators for ${operate} and lets none in`]
        : []),
    ];
  });
  expect(faults).toEqual([]);
});

const probes = probesOf(() => ids);

describe("R2 another enterprise", () => {
  const tenantEndpoints = allEndpoints.filter(
    ({ permission }) => permission.kind === "session" || permission.kind === "roles",
  );
  const strangers = kinds.filter(({ compId }) => compId === foreign).map(({ name }) => name);
  const probeOf = (name: string): Probe => {
    const probe = probes[name];
    return typeof probe === "function" ? probe(ids, own) : {};
  };

  test("every endpoint with a session says how a stranger would try it", () => {
    expect(tenantEndpoints.map(({ name }) => name).filter((name) => probes[name] === undefined)).toEqual([]);
  });

  test.each(strangers)("%s gets nothing of it by naming its ids, and changes nothing", async (kind) => {
    const before = await contentsOf(ports);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(["account", "call_record", "enterprise", "seat"]));
    const leaks: unknown[] = [];
    for (const endpoint of tenantEndpoints) {
      // Ends the caller's own session: its reply is null by contract.
      if (endpoint.name === "logout") continue;
      const probe = probeOf(endpoint.name);
      // As the area asks it, and with the enterprise named besides.
      const named = { ...probe, query: { ...probe.query, compId: own }, body: { ...probe.body, compId: own } };
      for (const asked of [probe, named]) {
        const { text } = await ask(whole, endpoint, kind, asked);
        if (belongsToOwn(text).length > 0) leaks.push({ endpoint: endpoint.name, found: belongsToOwn(text) });
      }
    }
    expect(leaks).toEqual([]);
    expect(await contentsOf(ports)).toEqual(before);
    const session = await ports.database.system((trx) =>
      trx.selectFrom("session").select("endedAt").where("id", "=", ids["ownSession"]!).executeTakeFirstOrThrow(),
    );
    expect(session.endedAt).toBeNull();
  });

  test("the same questions of its own administrator are answered, so the probes mean something", async () => {
    for (const name of [
      "getUser",
      "roleMenu",
      "sessions",
      "callRecords",
      "callDetail",
      "callTrack",
      "skillGroupList",
    ]) {
      const endpoint = allEndpoints.find((each) => each.name === name)!;
      const { text } = await ask(whole, endpoint, `${own} roleType 1`, probeOf(name));
      expect(belongsToOwn(text).length > 0 ? "answered" : `${name}: ${text}`).toBe("answered");
    }
  });
});
