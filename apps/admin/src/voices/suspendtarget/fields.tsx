import { Box, Grid, Text } from "@chakra-ui/react";
import { namedOptions } from "@liantai/ui";
import { suspendKeys, suspendWants, type SuspendWant } from "@liantai/api/contract/admin";
import { AddedRows, NumberField, SelectField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import { useFormContext, useWatch } from "react-hook-form";
import { voices } from "../voicemanage/words.ts";

const wantOptions = Object.entries(suspendWants).map(([value, label]) => ({ value, label }));
const keyOptions = suspendKeys.map((key) => ({ value: key, label: key }));

/** 1 本人, 2 他人 */
function OptionFields() {
  const { getValues } = useFormContext();
  const free = () => {
    const used = new Set((getValues("options") as readonly { readonly key: string }[]).map(({ key }) => key));
    return suspendKeys.find((key) => !used.has(key)) ?? "";
  };
  return (
    <Box gridColumn="1 / -1">
      <AddedRows
        name="options"
        label="按键选项"
        add="添加选项"
        rowName={(place) => `第${place}项`}
        columns="96px 1fr"
        most={suspendKeys.length}
        blank={() => ({ key: free(), name: "" })}
        row={(at) => (
          <>
            <SelectField name={`options.${at}.key`} label="按键" options={keyOptions} none={false} />
            <TextField name={`options.${at}.name`} label="选项名称" />
          </>
        )}
      />
    </Box>
  );
}

/** What is heard there, and what is wanted of who hears it. */
export function Fields() {
  const { control } = useFormContext();
  const [want, secret] = useWatch({ control, name: ["want", "secret"] }) as [SuspendWant, number];
  const { data } = voices.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const voiceOptions = namedOptions(data?.list);
  return (
    <Grid templateColumns="1fr 1fr" gap="3">
      <TextField name="name" label="目标名称" />
      <SwitchField name="enabled" label="状态" on="启用" off="停用" />
      <Box gridColumn="1 / -1">
        <TextAreaField name="text" label="播放内容" hint="选择语音后播放语音，不再合成文字" />
      </Box>
      <SelectField name="voiceId" label="语音" options={voiceOptions} none="合成播放内容" />
      <SelectField name="want" label="需要客户" options={wantOptions} none={false} />
      {want === "choice" && <OptionFields />}
      {want === "digits" && (
        <>
          <NumberField name="leastDigits" label="最少位数" min={1} max={32} unit="位" />
          <NumberField
            name="mostDigits"
            label="最多位数"
            min={1}
            max={32}
            unit="位"
            hint="输满后自动结束，# 键提前结束"
          />
          <SwitchField name="secret" label="保密输入" hint="按键不显示、不录音，只把凭据写入随路数据，由外部接口换取" />
        </>
      )}
      {want !== "nothing" && (
        <>
          <NumberField name="seconds" label="按键时限" min={5} max={120} unit="秒" />
          <NumberField name="turns" label="询问次数" min={1} max={5} unit="次" hint="都没有有效按键时，客户回到坐席" />
          <TextField name="dataKey" label="随路数据名称" hint="结果写入随路数据的名称，不填则不写入" />
        </>
      )}
      <SwitchField
        name="recorded"
        label="录音"
        hint="关闭后，客户听语音期间通话录音暂停"
        disabled={want === "digits" && Number(secret) === 1}
      />
      <Text gridColumn="1 / -1" color="fg.muted" textStyle="xs">
        坐席在通话中按「转接」选择「挂起转」，客户听完或输入后自动回到该坐席。
      </Text>
      <Box gridColumn="1 / -1">
        <TextAreaField name="remark" label="备注" />
      </Box>
    </Grid>
  );
}
