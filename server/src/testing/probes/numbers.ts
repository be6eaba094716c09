import { crudProbes, mark, type AreaProbes } from "./types.ts";

const fields = { title: "探测", enabled: 1 };
const rule = {
  name: "探测",
  remark: "",
  weekly: [{ days: [1], ranges: [{ from: "09:00", to: "18:00" }] }],
  holidays: [],
  specials: [],
};
const lead = { target: { kind: "hangup", id: "" }, greeting: "", greetingVoice: "" };

export const numbersProbes: AreaProbes = {
  probes: {
    ...crudProbes("accessNum", "accessNumber", fields),
    accessNumAdd: (_, own) => ({ body: { compId: own, number: "49999", ...fields } }),
    accessNumAllocate: (ids, own) => ({ body: { ids: [ids["accessNumber"]], toCompId: own } }),
    accessNumOwners: (ids) => ({ body: { id: ids["accessNumber"], kind: "seat" } }),
    accessNumAddOwners: (ids) => ({ body: { id: ids["accessNumber"], kind: "seat", ownerIds: ["1001"] } }),
    accessNumDeleteOwners: (ids) => ({ body: { id: ids["accessNumber"], kind: "seat", ownerIds: ["1001"] } }),
    accessNumSetDefault: (ids) => ({ body: { id: ids["accessNumber"], kind: "enterprise", isDefault: 1 } }),
    accessNumGetDefault: (_, own) => ({ query: { compId: own } }),
    accessNumGetDefaultGroup: (_, own) => ({ query: { userId: "1001", isAcc: "0", compId: own } }),
    accessNumGetSetting: (ids) => ({ body: { id: ids["accessNumber"] } }),
    accessNumSaveSetting: (ids) => ({ body: { id: ids["accessNumber"], rules: [], fallback: lead } }),
    accessNumTestSetting: (ids) => ({ body: { id: ids["accessNumber"] } }),
    accessNumChoices: (_, own) => ({ body: { compId: own } }),
    // The place of a number is public knowledge.
    accessNumMobileArea: "none",
    accessNumPhoneArea: "none",
    displayRuleGet: (_, own) => ({ body: { compId: own } }),
    displayRuleSet: (_, own) => ({ body: { compId: own, localPresence: 1, dailyCap: 1, restS: 0, pauseFalling: 0 } }),
    displayRulePause: (ids, own) => ({ body: { compId: own, ids: [ids["accessNumber"]!], reason: "外来", hours: 1 } }),
    displayRuleResume: (ids, own) => ({ body: { compId: own, ids: [ids["accessNumber"]!] } }),
    stickAgent: (_, own) => ({ body: { compId: own, phone: "13800138000" } }),
    ...crudProbes("timeRule", "timeRule", rule),
    timeRuleStatutory: "none",
  },
  async fixtures(trx, own, ports) {
    const timeRule = ports.random.id();
    const accessNumber = "47110815";
    await trx
      .insertInto("time_rule")
      .values({ compId: own, id: timeRule, name: `${mark}规则`, weekly: "[]", holidays: "[]", specials: "[]" })
      .execute();
    await trx
      .insertInto("access_number")
      .values({ compId: own, number: accessNumber, title: `${mark}号码`, targetKind: "hangup" })
      .execute();
    await trx
      .insertInto("access_number_rule")
      .values({
        compId: own,
        number: accessNumber,
        position: 1,
        timeRuleId: timeRule,
        targetKind: "hangup",
        targetId: "",
        greeting: `${mark}问候`,
        greetingVoice: "",
      })
      .execute();
    return { accessNumber, timeRule };
  },
};
