/**
 * Who writes what belongs to the whole installation (docs/protocol.md R9). Both tables are written by hand: a change that
 * operators are given later stands in one of them, or this test is red.
 */
import { operatorCode, type Endpoint } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import { operateKeys } from "@liantai/api/contract/admin";
import { hashPassword } from "../modules/system/index.ts";
import { openOffice, refused, type Office, type Person } from "../testing/office.ts";

const password = "Unit#2026-limited";
const dictionary = { code: "unit.x", name: "x", mode: "extend" };
const item = { value: "x", label: "x", sort: 1, enabled: 1 };
const node = { name: "x", address: "127.0.0.1", transport: "udp", codecs: ["PCMA"], concurrency: 1, enabled: 1 };
const group = { name: "x", mode: "weight", enabled: 1, members: [{ nodeId: "x", weight: 1 }] };
const config = { name: "x", groupId: "x", priority: 1, enabled: 1 };
const engine = {
  name: "x",
  provider: "http",
  address: "https://tts.example.com/",
  concurrency: 1,
  timeoutMs: 1_000,
  enabled: 1,
};
const black = { blackListType: 0, phone: "13900000001", isPrefix: 0, blackListCallType: 2 };

const everybody = { app: "workorder", version: "0123456789abcdef", scope: "all" };

/** By name: a body that would write a row of the installation. */
const installationWide: Readonly<Record<string, object>> = {
  menuAdd: { parentId: "", category: 2, name: "x", who: ["O"] },
  menuUpdate: { id: "x", name: "x" },
  menuMove: { id: "x", parentId: "", position: 0 },
  menuDelete: { id: "x" },
  roleAddOpt: { name: "x" },
  roleUpdate: { id: "x", name: "x" },
  roleDelete: { ids: ["x"] },
  roleGrant: { id: "x", menuIds: [] },
  purviewSave: { roleId: "x", items: [{ key: "export", value: 1 }] },
  routeNodeAdd: node,
  routeNodeUpdate: { id: "x", ...node },
  routeNodeDelete: { ids: ["x"] },
  routeNodeCheck: { id: "x" },
  routeGroupAdd: group,
  routeGroupUpdate: { id: "x", ...group },
  routeGroupDelete: { ids: ["x"] },
  routeConfigAdd: config,
  routeConfigUpdate: { id: "x", ...config },
  routeConfigDelete: { ids: ["x"] },
  blackListAdd: black,
  blackListUpdate: { id: "x", ...black },
  blackListDelete: { ids: ["x"], blackListType: 0 },
  blackListImport: { blackListType: 0, files: new Blob(["x"]) },
  dictionarieAdd: dictionary,
  dictionarieUpdate: { id: "x", ...dictionary },
  dictionarieDelete: { ids: ["x"] },
  dictionarieItemAdd: { dictionaryId: "x", ...item },
  dictionarieItemUpdate: { id: "x", dictionaryId: "x", ...item },
  dictionarieItemDelete: { ids: ["x"] },
  helpAdd: { kind: "document", title: "x" },
  helpUpdate: { id: "x", title: "x" },
  helpDelete: { ids: ["x"], id: "x" },
  helpMove: { id: "x", step: 1 },
  helpUpload: { kind: "pdf", files: new Blob(["x"]) },
  appVersionRelease: everybody,
  appVersionBack: everybody,
  engineAdd: engine,
  engineUpdate: { id: "x", ...engine },
  engineDelete: { ids: ["x"] },
  engineTest: { id: "x" },
  publishKeyAdd: { name: "x", days: 1 },
  publishKeyRevoke: { id: "x" },
};

/** What names an enterprise (compOf), a unit or account of the operator's own units (enterprises/operators/scope.ts), or only himself. */
const withinUnit = new Set(
  (
    "reUser reStore menuSync roleAddComp companyAdd companyUpdate companyDelete companyEnable companyDisable companyShowForm " +
    "companyHideForm smsCompexAdd smsCompexUpdate ledgerExport ledgerRecharge ledgerAdjust unitAdd unitUpdate unitDelete " +
    "unitAssign accountAddOpt accountUpdateOpt accountReloadPasswordOpt accountDeleteOpt accountAddComp accountUpdateComp " +
    "accountReloadPasswordComp accountDeleteComp extensionAdd extensionUpdate extensionDelete extensionReveal extensionRenew " +
    "accessNumAdd accessNumUpdate accessNumDelete accessNumAllocate accessNumAddOwners accessNumDeleteOwners " +
    "accessNumSetDefault fileDownloadAdd fileDownloadHtml " +
    "fileDownloadCancel fileDownloadDelete routeOutAdd routeOutUpdate routeOutDelete loginLogExport operateLogExport " +
    "interfaceAllowanceAdd interfaceAllowanceDelete robotAdd robotUpdate robotDelete engineAllot " +
    "accountResetTotpOpt accountResetTotpComp totpBegin totpConfirm totpDisable dialTimeSave"
  ).split(" "),
);

const changes = allEndpoints.filter(
  ({ permission, method, reads }) =>
    permission.kind === "roles" && permission.roles.includes(0) && method !== "GET" && !reads,
);
const endpoint = (name: string): Endpoint => changes.find((each) => each.name === name)!;

let office: Office;
/** Every key, every flag, and a unit that looks after no enterprise. */
let limited: Person;

beforeAll(async () => {
  office = await openOffice();
  const { database, random, clock } = office.ports;
  const passwordHash = await hashPassword(password);
  await database.system(async (trx) => {
    const unit = random.id();
    await trx.insertInto("operator_unit").values({ id: unit, parentId: null, name: "华东运营" }).execute();
    const admin = await trx
      .selectFrom("account")
      .selectAll()
      .where("compId", "=", operatorCode)
      .where("account", "=", "admin")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("account")
      .values({
        ...admin,
        id: random.id(),
        account: "limited",
        userName: `${operatorCode}0limited`,
        nickName: "华东运营",
        passwordHash,
        passwordChangedAt: new Date(clock.now()),
        isSuper: 0,
        isSys: 1,
        operator: 1,
        unitId: unit,
        empower: JSON.stringify(Object.fromEntries(operateKeys.map((key) => [key, true]))),
      })
      .execute();
  });
  limited = await office.signIn({ roleType: 0, account: "limited", password });
});
afterAll(() => office.close());

test("R9 every change an operator can make is known as the installation's or an enterprise's", () => {
  const known = new Set([...Object.keys(installationWide), ...withinUnit]);
  expect(changes.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !changes.some((each) => each.name === name))).toEqual([]);
});

test.each(Object.entries(installationWide))(
  "an operator limited to a unit does not write the installation's: %s",
  async (name, body) => {
    expect(await refused(limited.call(endpoint(name), { body } as never))).toMatchObject({
      status: 403,
      msg: "全平台的数据由超级账号维护，您只负责本运营单位的企业",
    });
  },
);

test("the same operator reads them, and the super account goes on writing", async () => {
  const list = allEndpoints.find(({ name }) => name === "dictionarieList")!;
  await limited.call(list, { body: { pageNo: 1, pageSize: 10 } } as never);
  await office.operator.call(endpoint("blackListAdd"), { body: black } as never);
});
