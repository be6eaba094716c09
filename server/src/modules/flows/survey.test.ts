/** 满意度评价: which flow may be chosen to ask for marks, and what is said of the one that is. */
import { flowApi, flowSurveyApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { operateLogApi } from "@liantai/api/contract/admin";
import { flowTypes } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";

let office: Office;
let admin: Person;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
});
afterAll(() => office?.close());

const text = (nodes: Parameters<typeof body>[0]) =>
  JSON.stringify(body(nodes), (key, value: unknown) => (key === "flowId" ? "" : value));
const asking = text([
  node("start", "start", { to: { next: "rate" } }),
  node("rate", "satisfaction", { says: ["请评价"], to: { rated: "bye", notRated: "bye" } }),
  node("bye", "hangup", { says: ["再见"] }),
]);
const plain = text([node("start", "start", { to: { next: "bye" } }), node("bye", "hangup", { says: ["再见"] })]);

let made = 0;
async function flow(drawn: string, { flowType = flowTypes.satisfaction as number, published = true } = {}) {
  const name = `评价${(made += 1)}`;
  const { id, revision } = await admin.call(flowApi.create, { body: { name, flowType: flowType as 3, flow: drawn } });
  if (published) await admin.call(flowVersionApi.publish, { body: { id, revision } });
  return { id, name, revision };
}
const choose = (flowId: string) => admin.call(flowSurveyApi.save, { body: { flowId } });
const why = async (flowId: string) => (await refused(choose(flowId))).fields.map(({ message }) => message).join();

test("G133 a published flow of type 3 that asks for a mark is chosen, shown as used, logged, and goes no more", async () => {
  const chosen = await flow(asking);
  expect(await admin.call(flowSurveyApi.find, { body: {} })).toEqual({ flowId: "", flowName: "", enabled: 0 });
  await choose(chosen.id);
  const setting = { flowId: chosen.id, flowName: chosen.name, enabled: 1 };
  expect(await admin.call(flowSurveyApi.find, { body: {} })).toEqual(setting);
  const page = { pageNo: 1, pageSize: 20 };
  const { list } = await admin.call(flowApi.list, { body: { ...page, name: chosen.name } });
  expect(list).toMatchObject([{ usedBy: ["满意度评价"] }]);
  const deletion = await refused(admin.call(flowApi.delete, { params: { id: chosen.id } }));
  expect(deletion.msg).toBe(`流程「${chosen.name}」正在使用，不能删除：满意度评价`);
  const asked = { body: { kind: "flow" as const, dependencyId: chosen.id } };
  expect(await admin.call(flowVersionApi.dependents, asked)).toEqual({ flows: [], others: ["满意度评价"] });
  const log = await admin.call(operateLogApi.list, { body: page });
  expect(log.list[0]).toMatchObject({ objectText: "满意度评价" });

  // Without what it is there for it is not published again; another flow is.
  const saved = await admin.call(flowApi.save, { body: { id: chosen.id, revision: chosen.revision, flow: plain } });
  const barred = await refused(
    admin.call(flowVersionApi.publish, { body: { id: chosen.id, revision: saved.revision } }),
  );
  expect(JSON.stringify(barred)).toContain("本流程用作满意度评价，但没有满意度节点");
  await flow(plain);

  await admin.call(flowApi.update, { body: { id: chosen.id, name: chosen.name, remark: "", enabled: 0 } });
  expect(await admin.call(flowSurveyApi.find, { body: {} })).toEqual({ ...setting, enabled: 0 });
  await choose("");
  expect(await admin.call(flowSurveyApi.find, { body: {} })).toMatchObject({ flowId: "" });
  await admin.call(flowApi.delete, { params: { id: chosen.id } });
});

test("G133 a flow that could ask nobody is not chosen, and the refusal says why", async () => {
  const [ivr, draft, mute] = [
    await flow(asking, { flowType: flowTypes.ivr }),
    await flow(asking, { published: false }),
    await flow(plain),
  ];
  expect(await why(ivr.id)).toContain("不是满意度流程");
  expect(await why(draft.id)).toContain("还没有发布");
  expect(await why(mute.id)).toContain("没有满意度节点");
  const off = await flow(asking);
  await admin.call(flowApi.update, { body: { id: off.id, name: off.name, remark: "", enabled: 0 } });
  expect(await why(off.id)).toContain("已停用");
  expect(await refused(choose("nothing"))).toMatchObject({ code: 404 });
  expect(await admin.call(flowSurveyApi.find, { body: {} })).toMatchObject({ flowId: "" });
});
