/** The kinds of caller that the role matrix (modules/auth/matrix.test.ts) tries every endpoint with, and what the contract says of each. */
import { authApi, browserClient, formUserName, tabOf, whoOf, type RoleType, type Who } from "@liantai/api/contract";
import { businessPurviews } from "@liantai/api/contract/admin";
import { allButtons } from "@liantai/api/contract/all";
import type { App } from "../app.ts";
import type { Trx } from "../ports/database.ts";
import { grantDefaultMenus, menuDefinitions } from "../modules/organisation/index.ts";
import { demoPassword, hashPassword } from "../modules/system/index.ts";
import type { TestPorts } from "./index.ts";
import type { PermissionRow, PermissionTable } from "./permissions-table.ts";
import { signInOver } from "./office.ts";

export const own = "100001";
export const foreign = "200002";

export interface Kind {
  readonly name: string;
  /** Undefined: nobody is signed in. */
  readonly role?: RoleType;
  readonly compId?: string;
  /** bare: a role without a menu, a button or a business permission; of operators, no flag and no key either. */
  readonly is: "full" | "bare" | "entered" | "nobody" | "client" | "wrong";
}

const enterpriseRoles = [1, 2, 3, 4] as const;

export const kinds: readonly Kind[] = [
  { name: "nobody", is: "nobody" },
  { name: "client", is: "client" },
  { name: "wrong client", is: "wrong" },
  { name: "unknown token", is: "wrong" },
  { name: "operator", role: 0, compId: "000000", is: "full" },
  { name: "bare operator", role: 0, compId: "000000", is: "bare" },
  ...[own, foreign].flatMap((compId): Kind[] => [
    ...enterpriseRoles.map((role) => ({ name: `${compId} roleType ${role}`, role, compId, is: "full" as const })),
    { name: `operator inside ${compId}`, role: 1, compId, is: "entered" },
  ]),
  ...enterpriseRoles.map((role): Kind => ({
    name: `${own} custom role of roleType ${role}`,
    role,
    compId: own,
    is: "bare",
  })),
];

const menusById = new Map(menuDefinitions.map((menu) => [menu.id, menu]));
/** Whose roles can be granted a button: its page must be for them too. */
const whoMayHave = (code: string): readonly Who[] =>
  menuDefinitions
    .filter((menu) => menu.code === code)
    .flatMap((menu) => menu.who.filter((who) => menusById.get(menu.parentId ?? "")?.who.includes(who)));

/** The same of the contract, whether or not the button's page has its menu yet. */
export const declaredFor = (code: string): readonly Who[] => [
  ...whoMayHave(code),
  ...Object.entries(allButtons).flatMap(([path, buttons]) =>
    buttons
      .filter((button) => button.code === code)
      .flatMap((button) => button.who.filter((who) => tabOf(path)?.who.includes(who))),
  ),
];

/** Buttons of operators' own pages, which their roles are granted one by one (docs/permissions.md). */
const operatorsButton = /^(?:extension|routeOut|loginlog|operatelog)\./;

/** What docs/permissions.md says of a caller: 'past', or the status of the refusal. */
export function expected(table: PermissionTable, row: PermissionRow, { role, is }: Kind): "past" | 401 | 403 {
  if (row.who[0] === "anyone") return "past";
  if (row.who[0] === "client") return is === "client" ? "past" : 401;
  // No session and no client is one.
  if (row.who[0] === "publish key") return 401;
  if (role === undefined) return 401;
  if (row.who[0] === "signed in") return "past";
  const who = whoOf(role);
  if (!row.who.includes(who)) return 403;
  if (is === "entered") return "past";
  if (is === "bare" && row.pages.length > 0) return 403;
  if (row.button !== "" && is === "bare" && (role !== 0 || operatorsButton.test(row.button))) return 403;
  if (row.key !== "" && (role === 0 ? is === "bare" : row.button === "")) return 403;
  if (row.right !== "" && role !== 0 && (is === "bare" || !table.rights.get(row.right)?.includes(who))) return 403;
  return "past";
}

interface Made {
  readonly userName: string;
  readonly kind: Kind;
}

async function addPerson(
  trx: Trx,
  ports: TestPorts,
  hash: string,
  { role = 0, compId = own, is }: Kind,
  n: number,
): Promise<string> {
  const bare = is === "bare";
  const roleId = ports.random.id();
  await trx
    .insertInto("role")
    .values({
      id: roleId,
      compId,
      name: `矩阵${n}`,
      kind: bare && role > 0 ? "custom" : role === 0 ? "operator" : "enterprise",
      roleType: role,
    })
    .execute();
  if (!bare) await grantDefaultMenus(trx, { id: roleId, compId, roleType: role });
  else if (role > 0)
    await trx
      .insertInto("role_purview")
      .values(businessPurviews.map(({ key }) => ({ compId, roleId, key, value: 0 })))
      .execute();
  const agentId = role === 2 || role === 3 ? `9${String(n).padStart(3, "0")}` : null;
  if (agentId)
    await trx
      .insertInto("seat")
      .values({ compId, agentId, name: `probe${n}`, terminalType: 2 })
      .execute();
  const account = `probe${n}`;
  const flag = is === "full" && role < 2 ? 1 : 0;
  await trx
    .insertInto("account")
    .values({
      id: ports.random.id(),
      compId,
      roleType: role,
      account,
      userName: formUserName(compId, role, account),
      nickName: `${compId}的人`,
      passwordHash: hash,
      passwordChangedAt: new Date(ports.clock.now()),
      roleId,
      agentId,
      groupId: null,
      isSys: flag,
      isSuper: role === 0 ? 1 : 0,
      operator: role === 0 ? flag : 0,
      empower: role === 0 ? "{}" : "null",
    })
    .execute();
  return formUserName(compId, role, account);
}

/** Makes an account of each kind in both enterprises and signs it in; the Authorization headers by the kinds' names. */
export async function signInAll(app: App, ports: TestPorts): Promise<ReadonlyMap<string, string | undefined>> {
  const hash = await hashPassword(demoPassword);
  const made: Made[] = [];
  await ports.database.system(async (trx) => {
    await trx.insertInto("enterprise").values({ compId: foreign, name: "另一家企业" }).execute();
    // Whoever goes inside is an operator of their own: one is inside one enterprise at a time.
    for (const [n, kind] of kinds.entries())
      if (kind.role !== undefined)
        made.push({
          kind,
          userName: await addPerson(
            trx,
            ports,
            hash,
            kind.is === "entered" ? { name: kind.name, role: 0, compId: "000000", is: "full" } : kind,
            n,
          ),
        });
  });
  const headers = new Map<string, string | undefined>([
    ["nobody", undefined],
    ["client", `Basic ${btoa(`${browserClient.id}:${browserClient.secret}`)}`],
    ["wrong client", `Basic ${btoa("liantai-console:guess")}`],
    ["unknown token", `Bearer ${"x".repeat(43)}`],
  ]);
  for (const { kind, userName } of made) {
    const token = await signInOver(app, ports, userName);
    headers.set(kind.name, `Bearer ${kind.is === "entered" ? await enter(app, token, kind.compId!) : token}`);
  }
  return headers;
}

async function enter(app: App, token: string, compId: string): Promise<string> {
  const reply = await app.fastify.inject({
    method: "POST",
    url: authApi.reUser.path,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    payload: JSON.stringify({ compId }),
  });
  return reply.json<{ data: { access_token: string } }>().data.access_token;
}
