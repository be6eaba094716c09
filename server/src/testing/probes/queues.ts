import { crudProbes, mark, noPopup, type AreaProbes } from "./types.ts";

/** A form of customers with one choice; ids are an enterprise's own. */
const choice = { formId: "probe-customers", field: "level", value: "1" } as const;

export const queuesProbes: AreaProbes = {
  probes: {
    skillGroupMonitorList: (_, own) => ({ body: { compId: own } }),
    skillGroupMonitorDetail: (ids, own) => ({ body: { compId: own, id: ids["skillGroup"] } }),
    executeJoin: (_, own) => ({ body: { compId: own, agentId: "7001" } }),
    skillGroupInlineNum: (_, own) => ({ body: { compId: own } }),
    queueList: (_, own) => ({ body: { compId: own } }),
    queueMoveUp: (_, own) => ({ body: { compId: own, callId: "c" } }),
    queuePickUp: (_, own) => ({ body: { compId: own, callId: "c" } }),
    queueTargets: (_, own) => ({ body: { compId: own } }),
    queueTransfer: (ids, own) => ({
      body: { compId: own, callId: "c", to: { kind: "skillGroup", id: ids["skillGroup"] } },
    }),
    queueCallbackList: (_, own) => ({ body: { compId: own, pageNo: 1, pageSize: 10 } }),
    queueCallbackCancel: (ids, own) => ({ body: { compId: own, id: ids["callback"] } }),
    queueCallbackCallNow: (ids, own) => ({ body: { compId: own, id: ids["callback"], agentId: "7001" } }),
    abandonedList: (_, own) => ({ body: { compId: own, pageNo: 1, pageSize: 10 } }),
    abandonedCallBack: (_, own) => ({ body: { compId: own, callId: "c", agentId: "7001" } }),
    emergencyList: (_, own) => ({ body: { compId: own } }),
    emergencyChoices: (_, own) => ({ body: { compId: own } }),
    emergencySet: (ids, own) => ({
      body: {
        compId: own,
        subject: "skillGroup",
        id: ids["skillGroup"],
        action: "close",
        target: { kind: "none", id: "" },
      },
    }),
    emergencyClear: (ids, own) => ({ body: { compId: own, subject: "skillGroup", id: ids["skillGroup"] } }),
    voicemailList: (_, own) => ({ body: { compId: own, pageNo: 1, pageSize: 10 } }),
    voicemailOfCall: (_, own) => ({ body: { compId: own, callId: "m" } }),
    voicemailAssign: (ids, own) => ({ body: { compId: own, id: ids["voicemail"], agentId: "" } }),
    voicemailSetTranscript: (ids, own) => ({ body: { compId: own, id: ids["voicemail"], transcript: "x" } }),
    voicemailCallBack: (ids, own) => ({ body: { compId: own, id: ids["voicemail"] } }),
    voicemailSetDone: (ids, own) => ({ body: { compId: own, id: ids["voicemail"], done: 1 } }),
    ...crudProbes("vip", "vip", { phone: "13900000000", name: "外来", priorityMin: 5 }),
    ...crudProbes("customerPriority", "customerPriority", { ...choice, priorityMin: 5 }),
    customerPriorityChoices: (_, own) => ({ body: { compId: own } }),
    ...crudProbes("alarm", "alarm", {
      name: "外来",
      groupId: "",
      figure: "waiting",
      comparison: "more",
      value: 1,
      accountIds: ["nobody"],
    }),
    ...crudProbes("seatAlarm", "seatAlarm", {
      name: "外来",
      groupId: "",
      figure: "ringing",
      comparison: "more",
      value: 1,
      accountIds: ["nobody"],
    }),
    seatAlarmChoices: (_, own) => ({ body: { compId: own } }),
    seatAlarmEvents: (_, own) => ({ body: { compId: own, pageNo: 1, pageSize: 10 } }),
    alarmChoices: (_, own) => ({ body: { compId: own } }),
    alarmEvents: (_, own) => ({ body: { compId: own, pageNo: 1, pageSize: 10 } }),
    assistanceAsk: () => ({ body: { callId: "c", text: "求助" } }),
    assistanceTakeBack: () => ({ body: { callId: "c" } }),
    assistanceMine: () => ({ body: { callId: "c" } }),
    assistanceList: (_, own) => ({ body: { compId: own } }),
    assistanceAnswer: (ids, own) => ({ body: { compId: own, id: ids["assistance"], way: "line", line: "好" } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const assistance = random.id();
    await trx
      .insertInto("assistance")
      .values({
        compId: own,
        id: assistance,
        agentId: "7001",
        callId: "c",
        text: mark,
        askedAt: new Date(clock.now()),
      })
      .execute();
    const callback = random.id();
    await trx
      .insertInto("queued_contact")
      .values({
        compId: own,
        id: callback,
        kind: "callback",
        skillGroupId: mark,
        number: "13800000000",
        accessNumber: null,
        callId: "c",
        arrivedAt: new Date(clock.now()),
        askedAt: new Date(clock.now()),
        state: "failed",
      })
      .execute();
    const voicemail = random.id();
    await trx
      .insertInto("queued_contact")
      .values({
        compId: own,
        id: voicemail,
        kind: "voicemail",
        skillGroupId: mark,
        number: "13800000001",
        accessNumber: null,
        callId: "m",
        arrivedAt: new Date(clock.now()),
        askedAt: new Date(clock.now()),
        state: "waiting",
        agentId: "7001",
      })
      .execute();
    const vip = random.id();
    await trx
      .insertInto("vip")
      .values({
        compId: own,
        id: vip,
        phone: "13800000002",
        name: mark,
        priorityMin: 5,
        createdAt: new Date(clock.now()),
        createdBy: mark,
      })
      .execute();
    const customerPriority = random.id();
    const { formId, field } = choice;
    const at = new Date(clock.now());
    const name = `${mark}客户`;
    const items = [
      { label_name: mark, label_value: choice.value },
      { label_name: `${mark}二`, label_value: "2" },
    ];
    const definition = {
      ...{ formId, version: 1, name, formType: "customer" },
      fields: [{ type: "select", name: field, label: mark, items }],
    };
    await trx
      .insertInto("form_definition")
      .values({
        ...{ compId: own, id: formId, formType: "customer", name, version: 1, revision: 1, popup: noPopup },
        ...{ createdAt: at, updatedAt: at, updatedBy: mark },
      })
      .execute();
    await trx
      .insertInto("form_version")
      .values({
        ...{ compId: own, formId, version: 1, definition: JSON.stringify(definition) },
        ...{ publishedAt: at, publishedBy: mark },
      })
      .execute();
    await trx
      .insertInto("customer_priority")
      .values({
        ...{ compId: own, id: customerPriority, formId, field, value: "2" },
        ...{ priorityMin: 5, createdAt: at, createdBy: mark },
      })
      .execute();
    const [alarm, seatAlarm] = [random.id(), random.id()];
    for (const [id, subject, figure] of [
      [alarm, "group", "waiting"],
      [seatAlarm, "seat", "ringing"],
    ] as const) {
      const rule = { figure, comparison: "more", value: 1, forS: 0, restMin: 1, accountIds: "[]", createdBy: mark };
      const about = { compId: own, subject, groupId: "", name: mark };
      await trx
        .insertInto("alarm")
        .values({ ...about, ...rule, id, comparison: "more" })
        .execute();
      const [at, endedAt] = [new Date(clock.now()), new Date(clock.now())];
      await trx
        .insertInto("alarm_event")
        .values({ ...about, alarmId: id, groupName: mark, text: mark, told: mark, id: random.id(), at, endedAt })
        .execute();
    }
    return { alarm, seatAlarm, assistance, callback, customerPriority, voicemail, vip };
  },
};
