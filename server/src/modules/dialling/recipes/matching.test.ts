/** Which recipes fit: each comparison, the first before a call, all after one; and that nothing is put off for ever. */
import fc from "fast-check";
import {
  afterSources,
  opsOf,
  taskAddBody,
  type AfterRecipe,
  type BeforeRecipe,
  type RecipeCondition,
} from "@liantai/api/contract/admin";
import { afterAttempt, beforeCall, holds, type BeforeFacts } from "./matching.ts";

const condition = (more: Partial<RecipeCondition>): RecipeCondition => ({
  ...{ of: "variable", name: "", op: "in", values: [], count: 1 },
  ...more,
});
const facts = {
  ...{ variables: { 等级: "VIP客户", 空: "" }, attempts: 2, place: "浙江杭州", batch: "20261128-001", lastCode: 594 },
  ...{ code: 594, result: "考虑", answerer: "machine", level: "A", priority: 5, hasOther: true, told: [] as string[] },
};
const before = (more: Partial<BeforeRecipe> = {}): BeforeRecipe => ({
  ...{ name: "甲", conditions: [], action: "skip", reason: "", priority: 1, smsId: "", waitMin: 10 },
  ...more,
});
const after = (name: string, conditions: RecipeCondition[] = []): AfterRecipe => ({
  ...{ name, conditions, action: "task", taskId: "t", smsId: "", flowId: "", seat: "talked", agentId: "" },
  ...{ afterMin: 60, field: "", text: "" },
});

test.each<[Partial<RecipeCondition>, boolean]>([
  [{ of: "variable", name: "等级", op: "in", values: ["VIP客户"] }, true],
  [{ of: "variable", name: "等级", op: "in", values: ["VIP"] }, false],
  [{ of: "variable", name: "等级", op: "contains", values: ["普通", "VIP"] }, true],
  [{ of: "variable", name: "等级", op: "notContains", values: ["VIP"] }, false],
  [{ of: "variable", name: "空", op: "empty" }, true],
  [{ of: "variable", name: "没有", op: "filled" }, false],
  [{ of: "variable", name: "toString", op: "empty" }, true],
  [{ of: "place", op: "contains", values: ["浙江"] }, true],
  [{ of: "attempts", op: "atLeast", count: 2 }, true],
  [{ of: "attempts", op: "atMost", count: 1 }, false],
  [{ of: "lastCode", op: "in", values: ["594", "183"] }, true],
  [{ of: "code", op: "notIn", values: ["594"] }, false],
  [{ of: "batch", op: "in", values: ["20261128-001"] }, true],
  [{ of: "result", op: "in", values: ["考虑"] }, true],
  [{ of: "answerer", op: "in", values: ["person"] }, false],
  [{ of: "level", op: "in", values: ["A", "B"] }, true],
])("D25 D26 a condition %j holds: %s", (more, is) => {
  expect(holds(condition(more), facts)).toBe(is);
});

test("D25 a number that was never called has no last result", () => {
  const lastCode = { of: "lastCode" as const, values: ["594"] };
  expect(holds(condition({ ...lastCode, op: "in" }), { ...facts, lastCode: null })).toBe(false);
  expect(holds(condition({ ...lastCode, op: "notIn" }), { ...facts, lastCode: null })).toBe(true);
});

test("D25 before a call the first recipe that fits decides; what is so already is nothing", () => {
  const never = condition({ of: "attempts", op: "atLeast", count: 9 });
  const recipes = [before({ name: "不合", conditions: [never] }), before({ name: "次", reason: "老客户" })];
  expect(beforeCall(recipes, facts)).toMatchObject({ recipe: "次", action: "skip", detail: "老客户（策略“次”）" });
  const rank = [before({ action: "priority", priority: 1 }), before({ name: "乙" })];
  expect(beforeCall(rank, facts)).toMatchObject({ action: "priority", detail: "优先级由 5 调整为 1" });
  expect(beforeCall(rank, { ...facts, priority: 1 })).toBeUndefined();
  expect(beforeCall([before({ action: "otherNumber" })], { ...facts, hasOther: false })).toBeUndefined();
  expect(beforeCall(undefined, facts)).toBeUndefined();
});

test("D25 whatever the recipes, a number is put back at most once: after a change of priority the same facts dial or skip it", () => {
  const some = fc.record({
    action: fc.constantFrom<BeforeRecipe["action"]>("skip", "priority", "otherNumber"),
    priority: fc.integer({ min: 1, max: 9 }),
    count: fc.integer({ min: 0, max: 4 }),
    op: fc.constantFrom<RecipeCondition["op"]>("atLeast", "atMost"),
  });
  fc.assert(
    fc.property(
      fc.array(some, { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      (made, priority, hasOther) => {
        const recipes = made.map(({ count, op, ...more }, n) =>
          before({ ...more, name: `${n}`, conditions: [condition({ of: "attempts", op, count })] }),
        );
        const asked: BeforeFacts = { ...facts, priority, hasOther };
        const deed = beforeCall(recipes, asked);
        if (deed?.action === "priority")
          expect(beforeCall(recipes, { ...asked, priority: deed.priority })).toBeUndefined();
      },
    ),
  );
});

test("D26 after a call all that fit, in their order; what asks for the seat's word waits for it", () => {
  const says = condition({ of: "result", op: "notIn", values: ["拒绝"] });
  const recipes = [
    after("一"),
    after("二", [says]),
    after("三", [condition({ of: "code", op: "in", values: ["200"] })]),
  ];
  const names = (waits: boolean) => afterAttempt(recipes, facts, waits).map(({ name }) => name);
  expect(names(false)).toEqual(["一", "二"]);
  expect(names(true)).toEqual(["一"]);
});

const task = (more: object) => ({ taskIdentity: "回访", ftype: 4, flowId: "f", ...more });
const faultsOf = (more: object): string[] => {
  try {
    taskAddBody.validateSync(task(more), { abortEarly: false });
    return [];
  } catch (error) {
    return (error as { inner: { path: string; message: string }[] }).inner.map(
      ({ path, message }) => `${path} ${message}`,
    );
  }
};

test("D25 D26 what is wrong of a recipe is said at its field", () => {
  const wrong = (recipe: object) => faultsOf({ recipesAfter: [{ name: "甲", action: "task", ...recipe }] });
  expect(wrong({})).toEqual(["recipesAfter[0].taskId 请选择转入的任务"]);
  expect(wrong({ action: "sms" })).toEqual(["recipesAfter[0].smsId 请选择短信接口"]);
  expect(wrong({ action: "order" })).toEqual(["recipesAfter[0].flowId 请选择工单流程"]);
  expect(wrong({ action: "reserve", seat: "named" })).toEqual(["recipesAfter[0].agentId 请选择坐席"]);
  expect(wrong({ action: "reserve", text: "长".repeat(51) })).toEqual(["recipesAfter[0].text 内容最多50个字符"]);
  expect(wrong({ action: "field" })).toEqual(["recipesAfter[0].field 请输入表单字段的名称"]);
  const asks = (of: object) => wrong({ taskId: "t", conditions: [of] });
  expect(asks({ of: "code", op: "in", values: [] })).toEqual(["recipesAfter[0].conditions[0].values 请填写呼叫结果"]);
  expect(asks({ of: "code", op: "in", values: ["1"] })).toEqual([
    "recipesAfter[0].conditions[0].values 不支持的呼叫结果：1",
  ]);
  expect(asks({ of: "variable", op: "filled" })).toEqual(["recipesAfter[0].conditions[0].name 请输入变量名"]);
  expect(asks({ of: "level", op: "atLeast", values: ["A"] })).toEqual([
    "recipesAfter[0].conditions[0].op 意向等级不能用“不少于”比较",
  ]);
  expect(asks({ of: "place", op: "contains", values: ["浙江"] })).toEqual([
    "recipesAfter[0].conditions[0].of 不支持的条件",
  ]);
  const twice = { name: "甲", action: "task", taskId: "t" };
  expect(faultsOf({ recipesAfter: [twice, twice] })).toEqual(["recipesAfter[1].name 策略名称不能重复"]);
  const skips = { recipesBefore: [{ name: "甲", action: "skip" }] };
  expect(faultsOf({ ftype: 2, groupId: "g", ...skips })).toEqual([
    "recipesBefore 预览外呼由坐席拨打，不能设置拨打前策略",
  ]);
  expect(faultsOf(skips)).toEqual([]);
  for (const of of afterSources) expect(opsOf[of].length).toBeGreaterThan(0);
});

test("D25 a message before a call is sent once a number and recipe, and says when it is called", () => {
  const recipes = [before({ name: "先短信", action: "sms", smsId: "gateway", waitMin: 30 }), before({ name: "跳过" })];
  expect(beforeCall(recipes, facts)).toMatchObject({
    ...{ recipe: "先短信", action: "sms", smsId: "gateway", waitMin: 30, asks: false },
    detail: "先发送短信，30分钟后拨打（策略“先短信”）",
  });
  expect(beforeCall(recipes, { ...facts, told: ["先短信"] })).toBeUndefined();
  expect(beforeCall(recipes, { ...facts, told: ["另一条"] })).toMatchObject({ recipe: "先短信" });
});
