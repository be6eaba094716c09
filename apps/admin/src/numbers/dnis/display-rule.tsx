/** 外显规则: which of its numbers the enterprise's outbound calls show. */
import { queriesOf } from "@liantai/api/client";
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import { displayRuleApi } from "@liantai/api/contract/admin";
import { formOf, NumberField, SwitchField, type ActionForm } from "@liantai/ui/resource";

export const displayRules = queriesOf(displayRuleApi);

const schema = displayRuleApi.set.body!.omit(["compId"]);

const fields = (
  <>
    <SwitchField
      name="localPresence"
      label="按归属地选择"
      on="启用"
      off="停用"
      hint="外呼时优先显示与被叫同城的号码，其次同省，都没有时显示坐席的默认号码；外呼路由指定了外显号码的以路由为准。"
    />
    <NumberField
      name="dailyCap"
      label="每日上限"
      max={100_000}
      unit="次"
      hint="每个号码每天最多外显的次数，0 表示不限；达到后改用其他号码。"
    />
    <NumberField
      name="restS"
      label="休息时间"
      max={86_400}
      unit="秒"
      hint="同一号码两次外显至少间隔的时间，0 表示不限。"
    />
    <SwitchField
      name="pauseFalling"
      label="自动暂停"
      on="启用"
      off="停用"
      hint="号码近50次外呼的接通率不到之前的一半时暂停外显并通知管理员，可在列表中恢复。"
    />
  </>
);

export const displayRuleForm = (
  values: ReplyOf<typeof displayRuleApi.get> | undefined,
  send: (body: BodyOf<typeof displayRuleApi.set>) => ReturnType<Parameters<typeof formOf>[0]["send"]>,
): ActionForm =>
  formOf({
    title: "外显规则",
    schema,
    values: values ?? { localPresence: 0, dailyCap: 0, restS: 0, pauseFalling: 0 },
    fields,
    send,
  });
