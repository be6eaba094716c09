import { crudProbes, mark, type AreaProbes } from "./types.ts";

const band = { name: "A", minScore: 0, maxScore: 100 };

export const understandingProbes: AreaProbes = {
  probes: {
    ...crudProbes("regexRule", "regexRule", { name: "外来", pattern: "外" }),
    regexRuleTest: (_, own) => ({ body: { compId: own, pattern: "甲", sentences: ["甲"] } }),
    ...crudProbes("knowledgeClass", "knowledgeClass", { name: "外来", kind: 1 }),
    innerKnowledgeList: (ids, own) => ({ body: { compId: own, classId: ids["knowledgeClass"] } }),
    innerKnowledgeAdd: (ids, own) => ({
      body: { compId: own, classId: ids["knowledgeClass"], question: "外来", answer: "外来" },
    }),
    innerKnowledgeUpdate: (ids) => ({
      body: { id: ids["innerKnowledge"], classId: ids["knowledgeClass"], question: "外来", answer: "外来" },
    }),
    innerKnowledgeDelete: (ids) => ({ body: { ids: [ids["innerKnowledge"]] } }),
    intentList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    intentAdd: (ids, own) => ({ body: { compId: own, name: "外来", ruleIds: [ids["regexRule"]] } }),
    intentUpdate: (ids) => ({ body: { id: ids["intent"], name: "外来", ruleIds: [ids["regexRule"]] } }),
    intentDelete: (ids) => ({ body: { ids: [ids["intent"]] } }),
    intentFind: (ids) => ({ body: { id: ids["intent"] } }),
    intentTest: (ids, own) => ({ body: { compId: own, text: mark, intentIds: [ids["intent"]] } }),
    ...crudProbes("intentionRule", "intentionRule", { name: "外来", levels: [band] }),
    scoreModelList: (_, own) => ({ body: { compId: own } }),
    scoreModelSave: (ids, own) => ({
      body: { compId: own, addends: [{ kind: "intent", intentId: ids["intent"], points: 5 }] },
    }),
    robotLearningList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    robotLearningAssign: (ids) => ({ body: { ids: [ids["heardGroup"]], intentId: ids["intent"], dryRun: true } }),
    robotLearningIgnore: (ids) => ({ body: { ids: [ids["heardGroup"]] } }),
    robotLearningDelete: (ids) => ({ body: { ids: [ids["heardGroup"]] } }),
    intentionDetailList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const [regexRule, knowledgeClass, innerKnowledge, intent, intentionRule, heardGroup] = Array.from(
      { length: 6 },
      () => random.id(),
    ) as [string, string, string, string, string, string];
    const at = new Date(clock.now());
    const common = { compId: own, name: mark };
    await trx
      .insertInto("regex_rule")
      .values({ ...common, id: regexRule, pattern: mark, kind: "intent", createdAt: at })
      .execute();
    await trx
      .insertInto("knowledge_class")
      .values({ ...common, id: knowledgeClass, parentId: null, kind: 1 })
      .execute();
    await trx
      .insertInto("inner_knowledge")
      .values({
        compId: own,
        id: innerKnowledge,
        classId: knowledgeClass,
        question: mark,
        similarQuestions: "[]",
        answer: mark,
        updatedAt: at,
      })
      .execute();
    await trx
      .insertInto("intent")
      .values({ ...common, id: intent, keywords: "[]", samples: JSON.stringify([mark]), updatedAt: at })
      .execute();
    await trx
      .insertInto("intention_rule")
      .values({ ...common, id: intentionRule, levels: JSON.stringify([band]), wins: "[]" })
      .execute();
    await trx
      .insertInto("heard_sentence")
      .values(
        (["unknown", "understood"] as const).map((state) => ({
          compId: own,
          id: random.id(),
          at,
          callId: "c",
          flowId: "f",
          versionId: "v",
          nodeId: "n",
          text: mark,
          groupKey: heardGroup,
          intentId: state === "understood" ? intent : null,
          score: 0,
          secondId: null,
          secondScore: 0,
          matchedBy: state === "understood" ? "sample" : "none",
          branchIntents: "[]",
          threshold: 0.4,
          margin: 0.05,
          state,
        })),
      )
      .execute();
    return { regexRule, knowledgeClass, innerKnowledge, intent, intentionRule, heardGroup };
  },
};
