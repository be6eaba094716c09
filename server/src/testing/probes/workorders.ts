import type { FlowDefinition, Order } from "@liantai/api/contract/work-orders";
import { mark, noPopup, type AreaProbes } from "./types.ts";

const place = { x: 0, y: 0 };
const definition: FlowDefinition = {
  nodes: [
    { kind: "start", id: "start", name: "开始", ...place },
    { kind: "task", id: "work", name: mark, ...place, actions: ["approve"], handler: { by: "creator" } },
    { kind: "end", id: "end", name: "结束", ...place },
  ],
  edges: [
    { id: "1", from: "start", to: "work" },
    { id: "2", from: "work", to: "end" },
  ],
};
const node = { kind: "end", id: "foreign", name: "外来", ...place };
const target = { kind: "firstResponse", start: { events: ["submitted"] }, stop: { states: ["done"] }, minutes: 30 };
const warn = { formId: "", state: "pooled", minutes: 5, timeRuleId: "", hearers: ["creator"], enabled: 1 };
const actions = [{ do: "comment", text: "外来" }];
const moment = { on: "event", events: ["submitted"] };
const trigger = { name: "外来", enabled: 1, when: moment, condition: { all: [] }, actions };

export const workOrdersProbes: AreaProbes = {
  probes: {
    workFlowList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    workFlowAdd: (_, own) => ({ body: { compId: own, name: "外来", definition } }),
    workFlowUpdate: (ids) => ({ body: { id: ids["flow"], name: "外来" } }),
    workFlowDelete: (ids) => ({ body: { ids: [ids["emptyFlow"]] } }),
    workFlowChoices: (_, own) => ({ body: { compId: own } }),
    workFlowVersions: (ids) => ({ body: { id: ids["flow"] } }),
    workFlowPublish: (ids) => ({ body: { id: ids["flow"] } }),
    workFlowValidate: (_, own) => ({ body: { compId: own, definition: { nodes: [], edges: [] } } }),
    workFlowSimulate: (_, own) => ({ body: { compId: own, definition: { nodes: [], edges: [] } } }),
    workFlowClone: (ids) => ({ body: { id: ids["flow"], name: "外来的副本" } }),
    workFlowMigrationPlan: (ids) => ({ body: { id: ids["flow"], version: 1 } }),
    workFlowMigrate: (ids) => ({ body: { id: ids["flow"], version: 1 } }),
    workFlowHeat: (ids) => ({ body: { id: ids["flow"], startTime: "2020-01-01", endTime: "2020-12-31" } }),
    workFlowHeatOrders: (ids) => ({
      body: { id: ids["flow"], nodeId: "work", which: "now", startTime: "2020-01-01", endTime: "2020-12-31" },
    }),
    workNodeList: (ids) => ({ body: { flowId: ids["flow"] } }),
    workNodeAdd: (ids) => ({ body: { flowId: ids["flow"], node } }),
    workNodeUpdate: (ids) => ({ body: { flowId: ids["flow"], node: { ...node, id: "end" } } }),
    workNodeDelete: (ids) => ({ body: { flowId: ids["flow"], ids: ["work"] } }),
    workNodeSaveConfig: (ids) => ({ body: { flowId: ids["flow"], nodes: { work: {} } } }),
    workNodeConfig: (ids) => ({ query: { formConfId: ids["orderForm"]!, formId: ids["order"]! } }),
    formStreamCreate: (ids) => ({ body: { flowId: ids["flow"], title: "外来" } }),
    formStreamList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    formStatusStatistic: (_, own) => ({ body: { compId: own } }),
    formStatusStatisticExport: (_, own) => ({ body: { compId: own } }),
    formStreamRelated: (ids) => ({ body: { id: ids["order"] } }),
    formStreamFind: (ids) => ({ body: { id: ids["order"] } }),
    formStreamHandle: (ids) => ({ body: { id: ids["order"], command: "urge", text: "外来" } }),
    formStreamSetStatus: (ids) => ({ body: { id: ids["order"], seq: 1, status: "" } }),
    formStreamHistory: (ids) => ({ body: { id: ids["order"] } }),
    formStreamActions: (ids) => ({ body: { id: ids["order"] } }),
    formStreamLimits: (ids) => ({ body: { id: ids["order"] } }),
    formStreamJumpOrCompleteBatch: (ids) => ({ body: { ids: [ids["order"]] } }),
    formStreamCounts: (_, own) => ({ body: { compId: own } }),
    formStreamSeats: (_, own) => ({ body: { compId: own } }),
    formStreamTransferBatch: (ids) => ({ body: { ids: [ids["order"]], to: "1001" } }),
    formStreamCustomers: (ids) => ({ body: { id: ids["order"] } }),
    formStreamExport: (_, own) => ({ body: { compId: own } }),
    workStatusWarnList: (_, own) => ({ body: { compId: own } }),
    workStatusWarnSaveBatch: (ids) => ({ body: { list: [{ id: ids["warn"], ...warn }] } }),
    workStatusWarnDelete: (ids) => ({ body: { ids: [ids["warn"]] } }),
    serviceTargetList: (_, own) => ({ body: { compId: own } }),
    serviceTargetAdd: (ids) => ({ body: { formId: ids["orderForm"], name: "外来", ...target } }),
    serviceTargetUpdate: (ids) => ({
      body: { id: ids["target"], formId: ids["orderForm"], name: "外来", ...target },
    }),
    serviceTargetDelete: (ids) => ({ body: { ids: [ids["target"]] } }),
    serviceTargetPreview: (ids) => ({ body: { formId: ids["orderForm"], name: "外来", ...target } }),
    serviceTargetRecompute: (ids) => ({ body: { formId: ids["orderForm"] } }),
    serviceTargetOfOrder: (ids) => ({ body: { id: ids["order"] } }),
    customerLinkList: (ids) => ({ body: { orderId: ids["order"] } }),
    customerLinkAdd: (ids) => ({ body: { orderId: ids["order"], purpose: "follow" } }),
    customerLinkRevoke: (ids) => ({ body: { ids: [ids["link"]] } }),
    customerPageOpen: "none",
    customerPageState: "none",
    customerPageFill: "none",
    customerPageUrge: "none",
    customerPageRate: "none",
    workDelegateList: (_, own) => ({ body: { compId: own } }),
    workDelegateSave: (_, own) => ({
      body: {
        ...{ compId: own, agentId: "7001", delegateId: "7002" },
        ...{ fromTime: "2026-03-01 00:00:00", untilTime: "2026-03-02 00:00:00" },
      },
    }),
    triggerList: (ids) => ({ body: { formId: ids["orderForm"] } }),
    triggerAdd: (ids) => ({ body: { ...trigger, formId: ids["orderForm"] } }),
    triggerUpdate: (ids) => ({ body: { ...trigger, id: ids["trigger"], formId: ids["orderForm"] } }),
    triggerDelete: (ids) => ({ body: { ids: [ids["goingTrigger"]] } }),
    triggerOrder: (ids) => ({ body: { formId: ids["orderForm"], ids: [ids["trigger"]] } }),
    triggerDryRun: (ids) => ({ body: { ...trigger, formId: ids["orderForm"] } }),
    triggerTrace: (ids) => ({ body: { kind: "order", id: ids["order"] } }),
    macroList: (ids) => ({ body: { formId: ids["orderForm"] } }),
    macroAdd: (ids) => ({ body: { formId: ids["orderForm"], name: "外来", shared: 0, actions } }),
    macroUpdate: (ids) => ({ body: { id: ids["macro"], formId: ids["orderForm"], name: "外来", shared: 1, actions } }),
    macroDelete: (ids) => ({ body: { ids: [ids["macro"]] } }),
    macroPreview: (ids) => ({ body: { id: ids["macro"], kind: "order", subjectId: ids["order"], version: 1 } }),
    macroApply: (ids) => ({ body: { id: ids["macro"], kind: "order", subjectId: ids["order"], version: 1 } }),
    workDelegateDelete: (_, own) => ({ body: { compId: own, agentId: "7001" } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const at = new Date(clock.now());
    const text = JSON.stringify(definition);
    const orderForm = random.id();
    const flow = async (name: string): Promise<string> => {
      const id = random.id();
      await trx
        .insertInto("flow")
        .values({ compId: own, id, name, formId: orderForm, draft: text, version: 1, createdAt: at, updatedAt: at })
        .execute();
      await trx
        .insertInto("flow_version")
        .values({ compId: own, flowId: id, version: 1, definition: text, publishedAt: at, publishedBy: mark })
        .execute();
      return id;
    };
    const flowId = await flow(mark);
    const [id, recordId, warnId] = [random.id(), random.id(), random.id()];
    const order: Order = {
      ...{ id, workCode: "", creator: mark, priority: 3, seq: 1, phase: { kind: "pooled" }, stateAt: clock.now() },
      ...{ nodeId: "work", trail: [], subOrders: [], urges: 0, upgrades: 0 },
    };
    const by = { createdAt: at, updatedAt: at, updatedBy: mark };
    await trx
      .insertInto("form_definition")
      .values({
        ...{
          compId: own,
          id: orderForm,
          formType: "workOrder",
          name: `${mark}工单`,
          version: 1,
          popup: noPopup,
          revision: 1,
        },
        ...by,
      })
      .execute();
    const form = { formId: orderForm, version: 1, name: mark, formType: "workOrder", fields: [] };
    await trx
      .insertInto("form_version")
      .values({
        compId: own,
        formId: orderForm,
        version: 1,
        definition: JSON.stringify(form),
        publishedAt: at,
        publishedBy: mark,
      })
      .execute();
    await trx
      .insertInto("form_record")
      .values({
        ...{
          compId: own,
          formId: orderForm,
          id: recordId,
          formVersion: 1,
          version: 1,
          values: JSON.stringify({ a: mark }),
        },
        ...{ source: "manual", ownerName: mark, orderId: id, createdAt: at, updatedAt: at },
      })
      .execute();
    await trx
      .insertInto("work_order")
      .values({
        ...{ compId: own, id, title: mark, formId: orderForm, recordId, flowId, flowVersion: 1, state: "pooled" },
        ...{ nodeId: "work", nodeName: mark, creator: mark, priority: 3, seq: 1, stateAt: at },
        ...{ body: JSON.stringify(order), createdAt: at, updatedAt: at },
      })
      .execute();
    await trx
      .insertInto("work_status_warn")
      .values({ compId: own, id: warnId, state: "pooled", minutes: 5, hearers: '["creator"]' })
      .execute();
    const triggerOf = async (name: string): Promise<string> => {
      const triggerId = random.id();
      await trx
        .insertInto("form_trigger")
        .values({
          ...{ compId: own, id: triggerId, formId: orderForm, name, position: 1, moment: JSON.stringify(moment) },
          ...{ condition: '{"all":[]}', actions: JSON.stringify(actions), createdAt: at, updatedAt: at },
        })
        .execute();
      return triggerId;
    };
    const macro = random.id();
    await trx
      .insertInto("form_macro")
      .values({
        ...{ compId: own, id: macro, formId: orderForm, name: mark, shared: 1, ownerId: "" },
        ...{ actions: JSON.stringify(actions), createdAt: at, updatedAt: at },
      })
      .execute();
    const triggers = { trigger: await triggerOf(mark), goingTrigger: await triggerOf(`${mark}去`), macro };
    const targetId = random.id();
    const none = { reset: {}, pause: {}, priorities: [], minutesBy: {}, retroactive: true, warnMinutes: 0 };
    await trx
      .insertInto("service_target")
      .values({
        ...{ compId: own, id: targetId, formId: orderForm, name: mark, kind: target.kind, updatedAt: at },
        rule: JSON.stringify({ ...target, ...none, timeRuleId: "" }),
      })
      .execute();
    const linkId = random.id();
    await trx
      .insertInto("order_link")
      .values({
        ...{ compId: own, id: linkId, tokenHash: linkId, orderId: id, purpose: "follow", ownerId: mark, groupId: null },
        ...{ creatorName: mark, createdAt: at, expiresAt: new Date(at.getTime() + 86_400_000) },
      })
      .execute();
    return {
      ...triggers,
      link: linkId,
      target: targetId,
      flow: flowId,
      emptyFlow: await flow(`${mark}空`),
      order: id,
      orderForm,
      warn: warnId,
    };
  },
};
