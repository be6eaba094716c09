/** What a task names is not deleted while it may still call, through the whole server; once the task is over, it is. */
import {
  dialTaskApi,
  skillGroupApi,
  taskExperimentApi,
  timeRuleApi,
  voiceNoticeApi,
} from "@liantai/api/contract/admin";
import type { BodyOf } from "@liantai/api/contract";
import { flowApi, intentionRuleApi, robotAgentApi } from "@liantai/api/contract/flow-editor";
import { customerFormConfApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office, type Person } from "../testing/office.ts";
import { addForm, input } from "./forms/testing/forms.ts";
import { addTask, compId, demoThings, page } from "./dialling/tasks/testing.ts";

type Fields = Partial<BodyOf<typeof dialTaskApi.add>>;

let office: Office;
let admin: Person;
let groupId = "";
/** Names in the task, how it is deleted, and what the refusal says of the task beside its name. */
let things: Readonly<Record<string, { readonly id: string; readonly fields: Fields; remove(): Promise<unknown> }>>;

beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  ({ groupId } = await demoThings(office));
  const [like] = (await admin.call(skillGroupApi.list, { body: page })).list;
  const group = async (name: string) => (await admin.call(skillGroupApi.add, { body: { ...like!, name } })).id;
  const [own, handedOver] = [await group("临时一组"), await group("临时二组")];
  const rule = await admin.call(timeRuleApi.add, {
    body: {
      ...{ name: "临时规则", remark: "", holidays: [], specials: [] },
      weekly: [{ days: [1, 2, 3, 4, 5], ranges: [{ from: "09:00", to: "12:00" }] }],
    },
  });
  const levels = [{ name: "A", minScore: 0, maxScore: 100 }];
  const intention = await admin.call(intentionRuleApi.add, { body: { name: "临时意向", levels } });
  const notice = await noticeNamed("临时通知");
  const form = await addForm(admin, [input("name", "姓名")]);
  const [flow, second] = [await flowNamed("临时流程", 1), await flowNamed("机器人的流程", 2)];
  const robot = await admin.call(robotAgentApi.add, {
    body: { name: "临时机器人", kind: 1, flowId: second, enabled: 1 } as never,
  });
  const ids = (id: string) => ({ body: { ids: [id] } });
  things = {
    技能组: { id: own, fields: { groupId: own }, remove: () => admin.call(skillGroupApi.delete, ids(own)) },
    转人工技能组: {
      id: handedOver,
      fields: { handOverLevels: ["A"], handOverGroupId: handedOver },
      remove: () => admin.call(skillGroupApi.delete, ids(handedOver)),
    },
    时间规则: {
      id: rule.id,
      fields: { timeRuleId: rule.id },
      remove: () => admin.call(timeRuleApi.delete, ids(rule.id)),
    },
    意向规则: {
      id: intention.id,
      fields: { intentionRuleId: intention.id },
      remove: () => admin.call(intentionRuleApi.delete, ids(intention.id)),
    },
    通知模板: {
      id: notice,
      fields: { ftype: 5, templateId: notice },
      remove: () => admin.call(voiceNoticeApi.delete, ids(notice)),
    },
    表单: { id: form, fields: { formId: form }, remove: () => admin.call(customerFormConfApi.delete, ids(form)) },
    流程: {
      id: flow,
      fields: { ftype: 4, flowId: flow },
      remove: () => admin.call(flowApi.delete, { params: { id: flow } }),
    },
    机器人: {
      id: robot.id,
      fields: { ftype: 1, robotId: robot.id },
      remove: () => admin.call(robotAgentApi.delete, ids(robot.id)),
    },
  };
});
afterAll(() => office?.close());

const noticeNamed = async (name: string): Promise<string> =>
  (await admin.call(voiceNoticeApi.add, { body: { name, text: "您好", repeats: 1 } as never })).id;

/** A published one; its own checks are not what is asked here. */
async function flowNamed(name: string, flowType: number): Promise<string> {
  const id = office.ports.random.id();
  const at = new Date(office.ports.clock.now());
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("voice_flow")
      .values({
        compId,
        id,
        name,
        flowType,
        draft: "{}",
        version: 1,
        versionId: "v1",
        enabled: 1,
        createdAt: at,
        updatedAt: at,
      } as never)
      .execute(),
  );
  return id;
}

test.each(["技能组", "转人工技能组", "时间规则", "意向规则", "通知模板", "表单", "流程", "机器人"])(
  "D35 %s of a task that may still call is not deleted, and the refusal names the task; of one that is over it is",
  async (kind) => {
    const { fields, remove } = things[kind]!;
    const taskIdentity = `用${kind}`;
    const id = await addTask(admin, { taskIdentity, ...fields });
    const { code, msg } = await refused(remove());
    expect({ code, msg }).toEqual({ code: 0, msg: expect.stringContaining(taskIdentity) });
    expect(msg).toContain("不能删除");
    await admin.call(dialTaskApi.stop, { body: { id } });
    await remove();
    expect((await refused(remove())).code).toBe(404);
  },
);

test("D35 a group that no task names goes; what another task names stays out of its refusal", async () => {
  await addTask(admin, { taskIdentity: "另一任务", groupId });
  const [like] = (await admin.call(skillGroupApi.list, { body: page })).list;
  const { id } = await admin.call(skillGroupApi.add, { body: { ...like!, name: "无人使用" } });
  await admin.call(skillGroupApi.delete, { body: { ids: [id] } });
});

test.each(["通知模板", "流程"])(
  "D35 %s of a half of an experiment is not deleted while that runs, or goes on with the half; of the other it is",
  async (kind) => {
    const isFlow = kind === "流程";
    const named = (name: string) => (isFlow ? flowNamed(name, 1) : noticeNamed(name));
    const removed = (id: string) =>
      isFlow
        ? admin.call(flowApi.delete, { params: { id } })
        : admin.call(voiceNoticeApi.delete, { body: { ids: [id] } });
    const [own, a, b] = [await named(`${kind}本身`), await named(`${kind}甲`), await named(`${kind}乙`)];
    const taskIdentity = `实验${kind}`;
    const fields = isFlow ? { ftype: 4 as const, flowId: own } : { ftype: 5 as const, templateId: own };
    const taskId = await addTask(admin, { taskIdentity, ...fields });
    const none = { numbers: [], text: "", flowId: "", templateId: "", tts: "", from: "", to: "" };
    const half = (id: string) => ({ ...none, [isFlow ? "flowId" : "templateId"]: id });
    await admin.call(taskExperimentApi.start, {
      body: {
        ...{ taskId, kind: isFlow ? "flow" : "template", metric: "answered", wanted: "", goesOn: 1, most: 5_000 },
        ...{ a: half(a), b: half(b) },
      },
    });
    for (const id of [own, a, b]) expect((await refused(removed(id))).msg).toContain(taskIdentity);
    await office.ports.database.tenant(compId, (trx) =>
      trx.updateTable("dial_experiment").set({ state: "decided", better: "b" }).where("taskId", "=", taskId).execute(),
    );
    await removed(a);
    expect((await refused(removed(b))).msg).toContain(taskIdentity);
    await admin.call(taskExperimentApi.stop, { body: { taskId } });
    await removed(b);
  },
);
