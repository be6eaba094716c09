/** The holes of issue 7, 1.4, each closed: a right that is not granted is refused on the wire, whichever way round. */
import { authApi, cdrApi, type RoleType } from "@liantai/api/contract";
import { agentApi, fileApi, fileDownloadApi } from "@liantai/api/contract/admin";
import { contacterDataApi } from "@liantai/api/contract/workorder";

import { openOffice, refused, type Office } from "../../testing/office.ts";
import { grantDefaultMenus, rightsChanged, syncMenus } from "../organisation/index.ts";

const own = "100001";
const callId = "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0a11";
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const roleOf = (roleType: RoleType) =>
  office.ports.database.tenant(own, (trx) =>
    trx
      .selectFrom("role as r")
      .innerJoin("account as a", "a.roleId", "r.id")
      .select("r.id")
      .where("r.compId", "=", own)
      .where("r.roleType", "=", roleType)
      .executeTakeFirstOrThrow(),
  );

/** While `work` runs, the default role of this kind has only these menus and rights. */
async function with_(
  roleType: RoleType,
  granted: { readonly menus?: readonly string[]; readonly without?: readonly string[]; readonly rights?: object },
  work: () => Promise<void>,
): Promise<void> {
  const { id } = await roleOf(roleType);
  await office.ports.database.system(async (trx) => {
    if (granted.menus) await trx.deleteFrom("role_menu").where("roleId", "=", id).execute();
    for (const menuId of granted.menus ?? [])
      await trx.insertInto("role_menu").values({ compId: own, roleId: id, menuId }).execute();
    for (const menu of granted.without ?? [])
      await trx.deleteFrom("role_menu").where("roleId", "=", id).where("menuId", "=", menu).execute();
    for (const [key, value] of Object.entries(granted.rights ?? {}) as [string, number][])
      await trx.insertInto("role_purview").values({ compId: own, roleId: id, key, value }).execute();
  });
  await rightsChanged(office.ports.broker, { roleIds: [id] });
  await work();
  await office.ports.database.system(async (trx) => {
    await trx.deleteFrom("role_purview").where("roleId", "=", id).execute();
    await grantDefaultMenus(trx, { compId: own, id, roleType });
  });
  await rightsChanged(office.ports.broker, { roleIds: [id] });
}

const forbidden = { status: 403, code: 403 };

test("下载录音: record, split and a ticket for either are refused without it", () =>
  with_(1, { rights: { download: 0 } }, async () => {
    for (const endpoint of [fileApi.record, fileApi.split])
      expect((await office.administrator.file(endpoint, { query: { callId } } as never)).status).toBe(403);
    for (const kind of ["record", "split"] as const)
      expect(await refused(office.administrator.call(fileApi.ticket, { body: { kind, id: callId } }))).toMatchObject(
        forbidden,
      );
  }));

test("收听录音 and callrecord.play: play and waveform are refused without either", async () => {
  const listen = async () => {
    expect((await office.agent.file(cdrApi.playRecording, { query: { callId } } as never)).status).toBe(403);
    expect((await office.agent.file(cdrApi.recordingPeaks, { query: { callId } } as never)).status).toBe(403);
  };
  await with_(2, { rights: { listen: 0 } }, listen);
  await with_(2, { without: ["button:callrecord.play"] }, listen);
});

test("callrecord.detail: detail and track are refused without it, the list is not", () =>
  with_(2, { without: ["button:callrecord.detail"] }, async () => {
    for (const endpoint of [cdrApi.callDetail, cdrApi.callTrack])
      expect(await refused(office.agent.call(endpoint, { body: { callId } }))).toMatchObject(forbidden);
    expect((await office.agent.call(cdrApi.callRecords, { body: {} })).total).toBe(0);
  }));

test("monitor: putAgentMonitor is refused without 监控坐席", () =>
  with_(3, { rights: { monitor: 0 } }, async () => {
    expect(
      await refused(office.monitor.call(agentApi.putAgentMonitor, { body: { agentId: "1001", type: 1 } })),
    ).toMatchObject(forbidden);
  }));

test("a role with no menus reads no call records and exports no contacts", () =>
  with_(1, { menus: [] }, async () => {
    for (const [endpoint, body] of [
      [cdrApi.callRecords, {}],
      [contacterDataApi.list, {}],
      [contacterDataApi.export, {}],
      [fileDownloadApi.list, {}],
    ] as const)
      expect(await refused(office.administrator.call(endpoint as typeof cdrApi.callRecords, { body }))).toMatchObject(
        forbidden,
      );
  }));

test("an agent does not delete contacts, and exports them only with the button", async () => {
  expect(await refused(office.agent.call(contacterDataApi.delete, { body: { ids: ["x"] } }))).toMatchObject(forbidden);
  await with_(2, { without: ["button:contacterData.export"] }, async () => {
    expect(await refused(office.agent.call(contacterDataApi.export, { body: {} }))).toMatchObject(forbidden);
  });
});

test("what was exported is not fetched any more once the right to export is gone, by address or by ticket", async () => {
  const { id } = await office.agent.call(contacterDataApi.export, { body: {} });
  const fetched = () => office.agent.file(fileDownloadApi.down, { query: { id } });
  expect((await fetched()).status).toBe(200);
  await with_(2, { without: ["button:contacterData.export"] }, async () => {
    expect((await fetched()).status).toBe(403);
    expect(await refused(office.agent.call(fileApi.ticket, { body: { kind: "export", id } }))).toMatchObject(forbidden);
  });
  expect((await fetched()).status).toBe(200);
});

test("an administrator without a grant ends nobody's session but the own, and sees no other", async () => {
  const all = await office.administrator.call(authApi.sessions, { body: { mine: false } });
  const other = all.list.find(({ current, roleType }) => !current && roleType === 2)!;
  await with_(1, { menus: [] }, async () => {
    expect(await refused(office.administrator.call(authApi.endSession, { params: { id: other.id } }))).toMatchObject({
      code: 404,
    });
    const seen = await office.administrator.call(authApi.sessions, { body: { mine: false } });
    expect(seen.list.every(({ roleType }) => roleType === 1)).toBe(true);
  });
});

test("an update brings default roles the buttons of what they could do before, and custom roles nothing", async () => {
  const { id } = await roleOf(2);
  const button = "button:contacterData.update";
  const has = () =>
    office.ports.database.system(async (trx) =>
      (await trx.selectFrom("role_menu").select("roleId").where("menuId", "=", button).execute()).map(
        ({ roleId }) => roleId,
      ),
    );
  const custom = office.ports.random.id();
  await office.ports.database.system(async (trx) => {
    await trx
      .insertInto("role")
      .values({ id: custom, compId: own, name: "自定义", kind: "custom", roleType: 2 })
      .execute();
    await trx.deleteFrom("role_menu").where("menuId", "=", button).execute();
    await trx.deleteFrom("menu").where("id", "=", button).execute();
    await syncMenus(trx);
  });
  expect(await has()).toContain(id);
  expect(await has()).not.toContain(custom);
});
