import { Box, Grid, Stack, Text } from "@chakra-ui/react";
import { shortAbandonRules, strategies, wrapUpModes } from "@liantai/api/contract/admin";
import { NumberField, SelectField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import { useFormContext, useWatch } from "react-hook-form";
import { noOverflow, OverflowFields } from "../overflow-fields.tsx";
import { accessNumbers } from "../../parts/queries.ts";
import { noChoices, optionsOf, type Choices } from "../../parts/target-fields.tsx";
import { RingFields } from "./ring-fields.tsx";

const wrapUpOptions = Object.entries(wrapUpModes).map(([value, label]) => ({ value, label }));
export const strategyOptions = Object.entries(strategies).map(([value, label]) => ({ value, label }));

/** What a new group begins with. */
export const blankGroup = {
  name: "",
  enabled: 1,
  strategy: "longest-idle",
  queueLimit: 50,
  maxWaitS: 300,
  ringS: 20,
  wrapUpS: 30,
  serviceLevelS: 20,
  shortAbandonS: null,
  musicId: "",
  positionOn: 1,
  positionEveryS: 30,
  waitEveryS: 0,
  waitText: "",
  waitVoiceId: "",
  recordMode: 1,
  priorityMin: 0,
  transferPriorityMin: 0,
  callbackPriorityMin: 0,
  stickyDays: 0,
  stickyWaitS: 30,
  rings: [],
  missLimit: 1,
  wrapUpMode: "optional",
  wrapUpExtendS: 0,
  estimateOn: 0,
  estimateErrorPct: 30,
  menuEveryS: 0,
  menuCallback: 1,
  menuVoicemail: 0,
  menuVoiceId: "",
  voicemailMaxS: 60,
  voicemailOffer: 0,
  voicemailOfferS: 20,
  voicemailWorkS: 120,
  ...noOverflow,
  remark: "",
};

interface OrderProps {
  readonly choices: Choices;
  readonly except: string | undefined;
}

/** Who comes first, and whom a caller is offered to. */
function OrderFields({ choices, except }: OrderProps) {
  const { control } = useFormContext();
  const stickyDays = useWatch({ control, name: "stickyDays" }) as number | string;
  return (
    <Grid templateColumns="1fr 1fr" gap="3" role="group" aria-label="次序与分配">
      <Text gridColumn="1 / -1" fontWeight="medium">
        次序与分配
      </Text>
      <NumberField
        name="priorityMin"
        label="优先级"
        max={120}
        unit="分钟"
        hint="坐席同时服务多个技能组时，本组来电按多等这些分钟计"
      />
      <NumberField
        name="transferPriorityMin"
        label="转接来电优先级"
        max={120}
        unit="分钟"
        hint="坐席转来的客户按多等这些分钟计"
      />
      <NumberField
        name="callbackPriorityMin"
        label="预约回呼优先级"
        max={120}
        unit="分钟"
        hint="预约回呼的客户按多等这些分钟计"
      />
      <NumberField
        name="stickyDays"
        label="熟客天数"
        max={365}
        unit="天"
        hint="在此天数内服务过该客户的坐席优先接听，0 表示不启用"
      />
      <NumberField
        name="stickyWaitS"
        label="熟客等待时长"
        min={5}
        max={300}
        unit="秒"
        hint="超过后由其他坐席接听"
        disabled={Number(stickyDays) === 0}
      />
      <Box gridColumn="1 / -1">
        <RingFields choices={choices} except={except} />
      </Box>
    </Grid>
  );
}

/** How long a caller may wait, and what it hears and is offered meanwhile. */
function QueueFields({ choices }: { readonly choices: Choices }) {
  const { control } = useFormContext();
  const [positionOn, waitEveryS, waitVoiceId, estimateOn, menuEveryS, menuVoicemail, voicemailOffer] = useWatch({
    control,
    name: ["positionOn", "waitEveryS", "waitVoiceId", "estimateOn", "menuEveryS", "menuVoicemail", "voicemailOffer"],
  }) as [number, number | string, string, number, number | string, number, number];
  const voices = optionsOf(choices.voice);
  return (
    <Grid templateColumns="1fr 1fr" gap="3" role="group" aria-label="排队">
      <Text gridColumn="1 / -1" fontWeight="medium">
        排队
      </Text>
      <NumberField name="queueLimit" label="最大排队数" max={9_999} unit="人" hint="0 表示不允许排队" />
      <NumberField name="maxWaitS" label="最长等待时间" max={86_400} unit="秒" hint="0 表示不限" />
      <SelectField name="musicId" label="等待音乐" options={voices} none="默认音乐" />
      <span />
      <SwitchField name="positionOn" label="播报排队位置" />
      <NumberField
        name="positionEveryS"
        label="位置播报间隔"
        min={10}
        max={600}
        unit="秒"
        hint="位置与预计等待一起播报"
        disabled={Number(positionOn) !== 1 && Number(estimateOn) !== 1}
      />
      <SwitchField name="estimateOn" label="播报预计等待" />
      <NumberField
        name="estimateErrorPct"
        label="预计误差上限"
        min={1}
        max={100}
        unit="%"
        hint="技能组监控的“预计误差”达到此值时不播报"
        disabled={Number(estimateOn) !== 1}
      />
      <NumberField
        name="menuEveryS"
        label="排队菜单间隔"
        max={600}
        unit="秒"
        hint="每隔此时间播放：按1继续等待，按2预约回呼，按3留言；0 表示不播放"
      />
      <SwitchField name="menuCallback" label="预约回呼" disabled={Number(menuEveryS) === 0} />
      <SwitchField name="menuVoicemail" label="留言" disabled={Number(menuEveryS) === 0} />
      <NumberField
        name="voicemailMaxS"
        label="留言最长时长"
        min={10}
        max={300}
        unit="秒"
        hint="留言存为通话录音，按录音权限收听"
        disabled={Number(menuEveryS) === 0 || Number(menuVoicemail) !== 1}
      />
      <SwitchField name="voicemailOffer" label="留言派送" hint="没有来电排队时，把留言派送给空闲坐席" />
      <NumberField
        name="voicemailOfferS"
        label="留言应答时长"
        min={10}
        max={120}
        unit="秒"
        hint="超过后派送给其他坐席"
        disabled={Number(voicemailOffer) !== 1}
      />
      <NumberField
        name="voicemailWorkS"
        label="留言处理时长"
        max={1_800}
        unit="秒"
        hint="接受后按话后处理计时，期间不分配来电；0 表示照常分配"
        disabled={Number(voicemailOffer) !== 1}
      />
      <SelectField
        name="menuVoiceId"
        label="排队菜单语音"
        options={voices}
        none="不播放语音，用文字合成"
        hint="语音须说清各按键：1 继续等待，2 预约回呼，3 留言"
        disabled={Number(menuEveryS) === 0}
      />
      <NumberField name="waitEveryS" label="等待提示间隔" max={600} unit="秒" hint="0 表示不播放等待提示" />
      <SelectField
        name="waitVoiceId"
        label="等待提示语音"
        options={voices}
        none="不播放语音，用文字合成"
        disabled={Number(waitEveryS) === 0}
      />
      <TextAreaField
        name="waitText"
        label="等待提示内容"
        rows={2}
        disabled={Number(waitEveryS) === 0 || waitVoiceId !== ""}
      />
    </Grid>
  );
}

/** The fields of a skill group. */
export function SkillGroupFields({ id }: { readonly id: string | undefined }) {
  const { data: choices = noChoices } = accessNumbers.choices.useQuery({ body: {} });
  const { control } = useFormContext();
  const wrapUpMode = useWatch({ control, name: "wrapUpMode" }) as string;
  return (
    <Stack gap="4">
      <Grid templateColumns="1fr 1fr" gap="3">
        <TextField name="name" label="技能组名称" />
        <SelectField name="strategy" label="分配策略" options={strategyOptions} none={false} />
        <NumberField name="ringS" label="振铃时长" min={5} max={300} unit="秒" />
        <NumberField
          name="missLimit"
          label="未接次数上限"
          min={1}
          max={10}
          unit="次"
          hint="坐席连续未接达到此次数后置为忙碌"
        />
        <SelectField name="wrapUpMode" label="话后处理方式" options={wrapUpOptions} none={false} />
        <NumberField
          name="wrapUpS"
          label="话后处理时长"
          max={3_600}
          unit="秒"
          disabled={wrapUpMode === "none" || wrapUpMode === "untilFinished"}
        />
        <NumberField
          name="wrapUpExtendS"
          label="话后延长时长"
          max={600}
          unit="秒"
          hint="坐席可延长一次，0 表示不可延长"
          disabled={wrapUpMode === "none" || wrapUpMode === "untilFinished"}
        />
        <NumberField
          name="serviceLevelS"
          label="服务水平阈值"
          min={1}
          max={3_600}
          unit="秒"
          hint="在此时间内接听的来电计入服务水平"
        />
        <NumberField
          name="shortAbandonS"
          label="短放弃时限"
          max={shortAbandonRules.most}
          unit="秒"
          placeholder="按企业设置"
          hint="排队不到此时间就挂断的不计入放弃；0 表示都计入，不填按企业坐席设置"
        />
        <SwitchField name="enabled" label="状态" on="启用" off="停用" />
        <SwitchField name="recordMode" label="自动录音" />
      </Grid>
      <QueueFields choices={choices} />
      <OrderFields choices={choices} except={id} />
      <OverflowFields choices={choices} except={id} />
      <TextAreaField name="remark" label="备注" rows={2} />
    </Stack>
  );
}
