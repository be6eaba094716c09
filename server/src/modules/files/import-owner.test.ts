/** Whoever imports is asked about again every thousand rows (F106). */
import { roles, RoleTypes } from "@liantai/api/contract";
import { demoEnterprise } from "../system/index.ts";
import {
  begin,
  compId,
  context,
  newProcess,
  office,
  opened,
  openImports,
  owners,
  people,
  saved,
  secrets,
  stage,
} from "./testing/imports.ts";

openImports();

test("F106 an account that is out of service imports no further; what was saved stands and is told", async () => {
  const gone = newProcess({}, { auth: { standing: async () => undefined } });
  const result = await begin([["x", "乙"], ...people(2_400)], undefined, undefined, undefined, gone);
  expect(result).toMatchObject({
    ...{ total: 501, succeed: 500, failing: 1, job: null, stopped: "账号已停用或删除，导入已停止" },
    errors: [{ row: 2, field: "工号", message: "工号只能是数字" }],
  });
  expect(saved).toHaveLength(500);
  expect(await opened()).toBeNull();
});

test("F106 so does one that lost the right", async () => {
  const right = roles(RoleTypes.administrators, { button: "contacterData.import" });
  const other = newProcess({}, { right, auth: { mayPress: async () => false } });
  expect(await begin(people(1_400), undefined, undefined, undefined, other)).toMatchObject({
    ...{ total: 500, succeed: 500, stopped: "您没有权限执行此操作" },
  });
  const may = newProcess({}, { right });
  expect(await begin(people(1_400), undefined, undefined, undefined, may)).toMatchObject({
    succeed: 1_400,
    stopped: null,
  });
});

test("F106 whose role or sight of numbers is another goes on as he stands now, no row twice", async () => {
  stage.more = { secret: "Anfang#2026" };
  const hides = newProcess({}, { auth: { standing: async () => ({ isHiddenNum: true, hiddenGlobalPhone: false }) } });
  const result = await begin([["x", "乙"], ...people(3_600)], undefined, undefined, undefined, hides);
  expect(result).toMatchObject({ total: 3_601, succeed: 3_600, failing: 1, stopped: null, password: "Anfang#2026" });
  expect(saved.map(({ agentId }) => agentId)).toEqual(people(3_600).map(([id]) => id));
  expect(owners.map(({ isHiddenNum }) => isHiddenNum)).toEqual([false, true]);
  expect(secrets).toEqual([undefined, "Anfang#2026"]);
});

test("F106 an enterprise past its last day is out of service", async () => {
  const { caller } = await context(office.administrator);
  const standing = () => office.composition.auth.standing(caller.userId, compId);
  const expires = (expiresAt: Date | null) =>
    office.ports.database.system((trx) =>
      trx.updateTable("enterprise").set({ expiresAt }).where("compId", "=", demoEnterprise.compId).execute(),
    );
  expect(await standing()).toMatchObject({ roleId: caller.roleId });
  await expires(new Date(office.ports.clock.now()));
  expect(await standing()).toBeUndefined();
  await expires(new Date(office.ports.clock.now() + 1));
  expect(await standing()).toBeDefined();
  await expires(null);
});
