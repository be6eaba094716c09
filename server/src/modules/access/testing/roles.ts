import { roleApi, type MenuNode } from "@liantai/api/contract/admin";
import { openOffice, type Office, type Person } from "../../../testing/office.ts";
import { hashPassword, demoPassword } from "../../system/index.ts";

export const own = "100001";
export let office: Office;
export function openRoles(): void {
  beforeAll(async () => {
    office = await openOffice();
  }, 30_000);
  afterAll(() => office.close());
}

export const page = { pageNo: 1, pageSize: 100 };
export const idsIn = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((node) => [...(node.url || node.category === 1 ? [node.id] : []), ...idsIn(node.children)]);
export const listOf = async (who: Person, endpoint: typeof roleApi.listDef, filters: object = {}) =>
  (await who.call(endpoint, { body: { ...page, ...filters } })).list;
export const idOf = async (name: string): Promise<string> =>
  (await listOf(office.operator, roleApi.listComp, { compId: own })).find((role) => role.name === name)!.id;
let people = 0;
/** An account with the role, signed in. */
export async function person(compId: string, roleType: number, roleId: string, over: object = {}): Promise<Person> {
  const account = `p${(people += 1)}`;
  const passwordHash = await hashPassword(demoPassword);
  await office.ports.database.system((trx) =>
    trx
      .insertInto("account")
      .values({
        id: office.ports.random.id(),
        compId,
        roleType,
        account,
        userName: `${compId}${roleType}${account}`,
        nickName: account,
        passwordHash,
        passwordChangedAt: new Date(office.ports.clock.now()),
        roleId,
        agentId: null,
        groupId: null,
        empower: "null",
        ...over,
      })
      .execute(),
  );
  return office.signIn({ code: compId, roleType, account });
}
