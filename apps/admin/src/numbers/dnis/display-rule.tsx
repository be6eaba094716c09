/** 外显规则: which of its numbers the enterprise's outbound calls show. */
import { queriesOf } from "@liantai/api/client";
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import { displayRuleApi, usualRest } from "@liantai/api/contract/admin";
import { formOf, NumberField, SwitchField, TextField, type ActionForm } from "@liantai/ui/resource";

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
      hint="号码的外呼表现变差时暂停外显并通知管理员，到时自动恢复，也可在列表中恢复；运行中的任务只剩一个可用号码时只提醒，不暂停。"
    />
    <NumberField
      name="leastCalls"
      label="判断呼叫数"
      max={200}
      unit="次"
      hint="按号码最近这么多次外呼判断，20到200次；再往前的外呼算作它平时的水平。"
    />
    <NumberField
      name="fallPct"
      label="接通率降至"
      max={90}
      unit="%"
      hint="接通率低于该号码平时的这个比例时暂停（按95%置信度判断，偶然的波动不算），0 表示不看。"
    />
    <NumberField
      name="quickPct"
      label="秒挂率上限"
      max={90}
      unit="%"
      hint="接通后5秒内被客户挂断的占接通的比例超过它时暂停，0 表示不看。"
    />
    <NumberField
      name="refusedPct"
      label="拒绝投诉率上限"
      max={90}
      unit="%"
      hint="客户要求不再来电或投诉的占外呼的比例超过它时暂停，0 表示不看。"
    />
    <NumberField
      name="restHours"
      label="暂停时长"
      max={720}
      unit="小时"
      hint="暂停这么久后自动恢复，0 表示只能手动恢复。"
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
    values: values ?? { localPresence: 0, dailyCap: 0, restS: 0, pauseFalling: 0, ...usualRest },
    fields,
    send,
  });

const pauseSchema = displayRuleApi.pause.body!.pick(["reason", "hours"]);

/** 暂停外显: by hand. */
export const pauseForm = (
  number: string,
  send: (body: { readonly reason: string; readonly hours: number }) => ReturnType<Parameters<typeof formOf>[0]["send"]>,
): ActionForm =>
  formOf({
    title: `暂停外显：${number}`,
    small: true,
    schema: pauseSchema,
    values: { reason: "", hours: usualRest.restHours },
    submit: "暂停",
    fields: (
      <>
        <TextField name="reason" label="暂停原因" maxLength={50} />
        <NumberField name="hours" label="暂停时长" max={720} unit="小时" hint="到时自动恢复，0 表示只能手动恢复。" />
      </>
    ),
    send,
  });
