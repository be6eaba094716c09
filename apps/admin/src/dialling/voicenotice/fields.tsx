/** What a notice says, with chips for the columns it may name, and the keys that answer it. */
import { Button, HStack, Text } from "@chakra-ui/react";
import { contactVariable, noticeKeys, noticeLimits } from "@liantai/api/contract/admin";
import { AddedRows, NumberField, SelectField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import type { MouseEvent } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { PreviewBox } from "./preview.tsx";
import { VoiceFields } from "./voice.tsx";

const keyOptions = noticeKeys.map((key) => ({ value: key, label: key }));

/** Columns that most sheets have; any other is typed as ${列名}. */
const usual = [contactVariable, "金额", "日期", "地址", "订单号"] as const;

function Chips() {
  const { getValues, setValue } = useFormContext();
  const put = (name: string, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Of this form: another tab may have one, too.
    const field = currentTarget.closest("form")?.querySelector<HTMLTextAreaElement>('textarea[name="text"]');
    const text = String(getValues("text") ?? "");
    const at = field?.selectionStart ?? text.length;
    const chip = `\${${name}}`;
    setValue("text", `${text.slice(0, at)}${chip}${text.slice(at)}`, { shouldDirty: true, shouldValidate: true });
    field?.focus();
  };
  return (
    <HStack gap="1.5" flexWrap="wrap" role="group" aria-label="插入变量">
      <Text color="fg.muted" textStyle="xs">
        插入变量
      </Text>
      {usual.map((name) => (
        <Button key={name} size="2xs" variant="outline" colorPalette="gray" onClick={(event) => put(name, event)}>
          {name}
        </Button>
      ))}
      <Text color="fg.muted" textStyle="xs">
        其他列写作 {"${列名}"}
      </Text>
    </HStack>
  );
}

function Replies() {
  const { getValues } = useFormContext();
  const free = () => {
    const { confirmKey, replies } = getValues() as {
      readonly confirmKey: string;
      readonly replies: readonly { readonly key: string }[];
    };
    const used = new Set([confirmKey, ...replies.map(({ key }) => key)]);
    return noticeKeys.find((key) => !used.has(key)) ?? "";
  };
  return (
    <AddedRows
      name="replies"
      label="回复键"
      add="添加回复键"
      rowName={(place) => `第${place}个回复键`}
      columns="80px 1fr auto"
      most={noticeLimits.replies}
      blank={() => ({ key: free(), text: "", refuses: 0 })}
      row={(at) => (
        <>
          <SelectField name={`replies.${at}.key`} label="按键" options={keyOptions} none={false} />
          <TextField name={`replies.${at}.text`} label="回复内容" />
          <SwitchField name={`replies.${at}.refuses`} label="谢绝来电" on="是" off="否" />
        </>
      )}
    />
  );
}

export function NoticeFields() {
  const text = String(useWatch({ name: "text" }) ?? "");
  const goodbye = String(useWatch({ name: "goodbye" }) ?? "");
  const tts = String(useWatch({ name: "tts" }) ?? "");
  return (
    <>
      <TextField name="name" label="模板名称" />
      <TextAreaField name="text" label="通知内容" rows={5} />
      <Chips />
      <VoiceFields />
      <NumberField name="repeats" label="播放遍数" min={1} max={noticeLimits.repeats} unit="遍" />
      <SelectField
        name="confirmKey"
        label="确认键"
        options={keyOptions}
        none="不需要确认"
        hint="客户按此键，结果记为“已确认”"
      />
      <Replies />
      <TextAreaField name="goodbye" label="结束语" rows={2} />
      <PreviewBox text={text} goodbye={goodbye} tts={tts} />
      <TextAreaField name="remark" label="备注" rows={2} />
    </>
  );
}
