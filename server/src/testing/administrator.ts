/** A second administrator of the demo enterprise, not the system's, whose role and masking a test sets. */
import { demoEnterprise } from "../modules/system/index.ts";
import { grantDefaultMenus, rightsChanged } from "../modules/organisation/index.ts";
import type { Office, Person } from "./office.ts";

export interface SecondAdministrator {
  readonly person: Person;
  readonly accountId: string;
  /** Its own role, with the default pages and buttons. */
  readonly roleId: string;
  /** 1: it sees masked numbers from the next request on. */
  setHidden(isHiddenNum: 0 | 1): Promise<void>;
}

export async function addAdministrator(office: Office, account: string): Promise<SecondAdministrator> {
  const { compId } = demoEnterprise;
  const { random, database, broker } = office.ports;
  const [roleId, accountId] = [random.id(), random.id()];
  await database.system(async (trx) => {
    const admin = await trx
      .selectFrom("account")
      .selectAll()
      .where("compId", "=", compId)
      .where("roleType", "=", 1)
      .executeTakeFirstOrThrow();
    await trx.insertInto("role").values({ id: roleId, compId, name: "主管", kind: "custom", roleType: 1 }).execute();
    await grantDefaultMenus(trx, { id: roleId, compId, roleType: 1 });
    const own = { id: accountId, account, userName: `${compId}1${account}`, roleId, isSys: 0 };
    await trx
      .insertInto("account")
      .values({ ...admin, empower: "null", ...own })
      .execute();
  });
  return {
    person: await office.signIn({ code: compId, roleType: 1, account }),
    accountId,
    roleId,
    async setHidden(isHiddenNum) {
      await database.system((trx) =>
        trx.updateTable("account").set({ isHiddenNum }).where("id", "=", accountId).execute(),
      );
      await rightsChanged(broker, { accountIds: [accountId] });
    },
  };
}
