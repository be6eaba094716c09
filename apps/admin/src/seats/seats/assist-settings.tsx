/** 坐席辅助 of the enterprise: whether talks are listened to, and what is noticed in them. */
import { Text } from "@chakra-ui/react";
import { notifyDone, queriesOf } from "@liantai/api/client";
import { assistApi, assistRules } from "@liantai/api/contract/admin";
import { FormDialog, NumberField, SelectField, SwitchField, TextAreaField } from "@liantai/ui/resource";
import { FailureState, LoadingState } from "@liantai/ui";
import { useState } from "react";
import { string } from "yup";

const { setting, saveSetting, robotCode, saveRobotCode } = queriesOf({
  setting: assistApi.setting,
  saveSetting: assistApi.saveSetting,
  robotCode: assistApi.robotCode,
  saveRobotCode: assistApi.saveRobotCode,
});
const { words: wordRules, silence, speed } = assistRules;

/** One a line. */
const wordsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、;；]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];

const plain = assistApi.saveSetting
  .body!.pick(["enabled", "silenceS", "speed", "chipin"])
  .concat(assistApi.saveRobotCode.body!.pick(["flowId"]));
const schema = plain.shape({
  words: string()
    .label("敏感词")
    .default("")
    .test("most", `敏感词最多${wordRules.most}个`, (text) => wordsIn(text ?? "").length <= wordRules.most)
    .test("length", `每个敏感词最多${wordRules.length}个字`, (text) =>
      wordsIn(text ?? "").every((word) => word.length <= wordRules.length),
    ),
});

export function AssistSettings({ onClose }: { readonly onClose: () => void }) {
  const now = setting.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  const flow = robotCode.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  const [save] = saveSetting.useMutation();
  const [saveFlow] = saveRobotCode.useMutation();
  // What is saved first is fetched anew while the rest is being saved, and the form stands until it is closed.
  const [saving, setSaving] = useState(false);
  const { data } = now;
  const fetching = !saving && (now.isFetching || flow.isFetching);
  if (now.isError) return <FailureState error={now.error} onRetry={() => void now.refetch()} />;
  if (flow.isError) return <FailureState error={flow.error} onRetry={() => void flow.refetch()} />;
  if (!data || !flow.data || fetching) return <LoadingState text="正在加载坐席辅助设置…" />;
  const { listener, words, ...values } = data;
  const { flowId: led, flows } = flow.data;
  const gone = led !== "" && !flows.some(({ id }) => id === led);
  const options = [
    ...flows.map(({ id, name }) => ({ value: id, label: name })),
    ...(gone ? [{ value: led, label: "已停用或已删除的流程" }] : []),
  ];
  return (
    <FormDialog
      open
      title="坐席辅助设置"
      schema={schema}
      values={{ ...values, flowId: led, words: words.join("\n") }}
      onSubmit={async ({ words: typed, flowId: wanted, ...rest }) => {
        setSaving(true);
        try {
          if (wanted !== led) await saveFlow({ body: { flowId: wanted } }).unwrap();
          await save({ body: { ...rest, words: wordsIn(typed) } }).unwrap();
        } catch (error) {
          setSaving(false);
          throw error;
        }
        notifyDone("坐席辅助", "保存");
      }}
      onClose={onClose}
    >
      <Text color={listener ? "fg.muted" : "fg.error"}>
        语音识别：{listener || "没有可用的语音识别引擎，开启后也不会识别"}
      </Text>
      <SwitchField
        name="enabled"
        label="坐席辅助"
        on="开启"
        off="关闭"
        hint="开启后，坐席与客户接通即识别双方语音，在通话卡片和通话详情里显示对话。"
      />
      <SelectField
        name="flowId"
        label="辅助流程"
        options={options}
        none="不使用"
        hint="坐席在通话卡片里按它的节点逐步服务客户；只列出已发布、已启用的坐席辅助流程。"
      />
      <NumberField
        name="silenceS"
        label="静音告警"
        max={silence.max}
        unit="秒"
        hint={`双方都不说话达到此时长时提醒坐席，${silence.min}至${silence.max}；0 表示不提醒。`}
      />
      <NumberField
        name="speed"
        label="语速告警"
        max={speed.max}
        unit="字/分"
        hint={`坐席每分钟字数超过时提醒，${speed.min}至${speed.max}；0 表示不提醒。`}
      />
      <SwitchField name="chipin" label="抢话告警" on="提醒" off="不提醒" hint="客户还在说话时坐席开始说话。" />
      <TextAreaField name="words" label="敏感词" hint={`每行一个，最多${wordRules.most}个；双方说到时都会提醒。`} />
    </FormDialog>
  );
}
