/** 回退 where it takes the draft with it: whose changes it meets, and who may. */
import { operateLogApi } from "@liantai/api/contract/admin";
import { flowApi, flowVersionApi, type FlowConflict } from "@liantai/api/contract/flow-editor";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { rightsChanged } from "../organisation/index.ts";
import { bodyWith, plainNode, spoken } from "./blank.ts";

let office: Office;
let admin: Person;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
});
afterAll(() => office?.close());

const saying = (text: string): string =>
  JSON.stringify(
    bodyWith([
      plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "say" }),
      plainNode("say", "play", "问候", { x: 200, y: 0, nextNodeId: "end", talkings: [spoken("hello", text)] }),
      plainNode("end", "hangup", "挂机", { x: 400, y: 0 }),
    ]),
  );

/** With a version that says 一, a version that says 二, and a draft that says 三: revision 3. */
async function flow(name: string) {
  const { id } = await admin.call(flowApi.create, { body: { name, flowType: 1, flow: saying("一") } });
  const one = await admin.call(flowVersionApi.publish, { body: { id, revision: 1 } });
  await admin.call(flowApi.save, { body: { id, revision: 1, flow: saying("二") } });
  const two = await admin.call(flowVersionApi.publish, { body: { id, revision: 2 } });
  await admin.call(flowApi.save, { body: { id, revision: 2, flow: saying("三") } });
  return { id, one: one.versionId, two: two.versionId };
}
const draftOf = async (id: string) => /[一二三]/.exec((await admin.call(flowApi.find, { params: { id } })).flow)?.[0];
const back = (versionId: string, more: { draft?: 1; revision?: number } = {}) =>
  admin.call(flowVersionApi.rollback, { body: { versionId, ...more } });
const versionsOf = async (id: string) =>
  (await admin.call(flowVersionApi.versions, { body: { id } })).map(({ version }) => version);

test("G149 a return that takes the draft along names the revision it saw; one that another changed since is not overwritten", async () => {
  const { id, one } = await flow("回退甲");
  expect(await refused(back(one, { draft: 1 }))).toMatchObject({ code: 400 });
  const late = await refused(back(one, { draft: 1, revision: 2 }));
  expect(late).toMatchObject({ code: 409, msg: expect.stringContaining("核对后再回退") });
  const { revision, diff } = late.data as FlowConflict;
  expect(diff.wordings).toMatchObject([{ nodeName: "问候", before: "一", after: "三" }]);
  expect([await draftOf(id), await versionsOf(id)]).toEqual(["三", [2, 1]]);
  expect(await back(one, { draft: 1, revision })).toMatchObject({ version: 3, revision: 4 });
  expect(await draftOf(id)).toBe("一");
  const log = await admin.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 20 } });
  expect(JSON.stringify(log.list.find(({ actionText }) => actionText === "回退版本"))).toContain("已恢复");
});

test("G150 the line of the log of what ends a sharing out of calls has the shares there were", async () => {
  const { id, one, two } = await flow("回退丙");
  const last = async () => (await admin.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 1 } })).list[0]!;
  const split = async () => {
    const versions = [
      { versionId: one, percent: 20 },
      { versionId: two, percent: 80 },
    ];
    await admin.call(flowVersionApi.share, { body: { id, versions } });
  };
  await split();
  await back(one);
  expect(await last()).toMatchObject({ actionText: "回退版本" });
  expect(JSON.stringify(await last())).toContain("第2版80%，第1版20%");
  await split();
  await admin.call(flowVersionApi.publish, { body: { id, revision: 3 } });
  expect(await last()).toMatchObject({ actionText: "发布" });
  expect(JSON.stringify(await last())).toContain("第2版80%，第1版20%");
  await admin.call(flowVersionApi.publish, { body: { id, revision: 3 } });
  expect(JSON.stringify(await last())).not.toContain("%");
});

test("G149 who may not edit returns to a version and leaves the draft as it is", async () => {
  const { id, one } = await flow("回退乙");
  const { database, broker } = office.ports;
  const role = await database.tenant("100001", (trx) =>
    trx.selectFrom("role").select("id").where("roleType", "=", 1).executeTakeFirstOrThrow(),
  );
  await database.system((trx) =>
    trx.deleteFrom("role_menu").where("roleId", "=", role.id).where("menuId", "=", "button:flow.edit").execute(),
  );
  await rightsChanged(broker, { roleIds: [role.id] });
  expect(await refused(back(one, { draft: 1, revision: 3 }))).toMatchObject({ status: 403 });
  expect([await draftOf(id), await versionsOf(id)]).toEqual(["三", [2, 1]]);
  expect(await back(one)).toMatchObject({ version: 3, revision: 3 });
  expect(await draftOf(id)).toBe("三");
});
