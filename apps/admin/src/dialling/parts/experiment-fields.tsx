/** What two halves of an experiment differ in: as it is typed, and as it is called afterwards. */
import { Button, chakra, Text } from "@chakra-ui/react";
import {
  experimentKinds,
  experimentMetrics,
  experimentTasks,
  taskExperimentApi,
  type ExperimentKind,
} from "@liantai/api/contract/admin";
import { FormScope, useFormModel } from "@liantai/ui";
import {
  MultiSelectField,
  NumberField,
  RadioField,
  SelectField,
  showRefusal,
  SwitchField,
  TextAreaField,
  TextField,
  TimeField,
  useUnsaved,
} from "@liantai/ui/resource";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { InferType } from "yup";
import { Part, Wide } from "../form/part.tsx";
import { useVoiceText, VoiceFields } from "../voicenotice/voice.tsx";
import { useCommonOptions, useDisplayedChoices, useTemplateOptions } from "./choices.ts";
import type { Experiment, Task } from "./queries.ts";
import { choicesOf } from "./words.ts";

export const halves = [
  ["a", "甲组"],
  ["b", "乙组"],
] as const;

/** What may differ in a task of the kind. */
const kindsOf = (ftype: Task["ftype"]) =>
  (Object.keys(experimentKinds) as ExperimentKind[])
    .filter((kind) => experimentTasks[kind].includes(ftype))
    .map((kind) => ({ value: kind, label: experimentKinds[kind] }));

/** What a kind does to the halves; '': what its fields say already. */
function noteOf(kind: ExperimentKind, ftype: Task["ftype"]): string {
  if (kind === "time") return "各组只在自己的时段内拨打，不会超出任务的拨打时段；只比较同一天的呼叫。";
  if (kind !== "voice") return "";
  return ftype === 3
    ? "两组的接通问候语相同，只是音色不同。"
    : "两组说的话相同，只是音色不同；流程中单独选了音色的语句、录音和逐位播报的号码不变。";
}

interface HalfProps {
  readonly name: "a" | "b";
  readonly word: string;
}

function NumbersField({ name, word }: HalfProps) {
  const numbers = useDisplayedChoices();
  return <MultiSelectField name={`${name}.numbers`} label={`${word}外显号码`} {...numbers} height="104px" />;
}

function FlowField({ name, word }: HalfProps) {
  const { flows } = useCommonOptions();
  return <SelectField name={`${name}.flowId`} label={`${word}流程`} options={flows} none="请选择" />;
}

function TemplateField({ name, word }: HalfProps) {
  const templates = useTemplateOptions();
  return <SelectField name={`${name}.templateId`} label={`${word}通知模板`} options={templates} none="请选择" />;
}

const ownVoice = "任务原来的音色";

function HalfFields({ name, word }: HalfProps) {
  const kind = useWatch({ name: "kind" }) as ExperimentKind;
  switch (kind) {
    case "displayed":
      return <NumbersField name={name} word={word} />;
    case "greeting":
      return <TextAreaField name={`${name}.text`} label={`${word}问候语`} rows={2} />;
    case "flow":
      return <FlowField name={name} word={word} />;
    case "template":
      return <TemplateField name={name} word={word} />;
    case "voice":
      return (
        <Wide>
          <VoiceFields name={`${name}.tts`} label={`${word}音色`} hint={`都选默认即为${ownVoice}`} />
        </Wide>
      );
    case "time":
      return (
        <>
          <TimeField name={`${name}.from`} label={`${word}开始时间`} />
          <TimeField name={`${name}.to`} label={`${word}结束时间`} />
        </>
      );
  }
}

function StartFields({ ftype }: Pick<Task, "ftype">) {
  const metric = useWatch({ name: "metric" }) as string;
  const kind = useWatch({ name: "kind" }) as ExperimentKind;
  return (
    <Part title="开始实验">
      <RadioField name="kind" label="实验内容" options={kindsOf(ftype)} />
      <RadioField name="metric" label="成功标准" options={choicesOf(experimentMetrics)} />
      {halves.map(([name, word]) => (
        <HalfFields key={name} name={name} word={word} />
      ))}
      {metric === "result" && (
        <TextField name="wanted" label="业务结果" maxLength={50} hint="流程或机器人得出这个结果算成功" />
      )}
      <NumberField
        name="most"
        label="每组最多"
        min={50}
        max={100_000}
        unit="个号码"
        hint="两组都到这个数仍没有差别时结束"
      />
      <SwitchField
        name="goesOn"
        label="自动采用"
        on="采用较好的一组"
        off="恢复任务原设置"
        hint="分出优劣后，从下一个呼叫起怎么做"
      />
      <Wide>
        <Text textStyle="xs" color="fg.muted">
          {noteOf(kind, ftype)}
          号码随机分成两半，只算每个号码的第一次呼叫。随时查看都不影响结论：两组其实没有差别而误判的可能不超过5%。
        </Text>
      </Wide>
    </Part>
  );
}

const startSchema = taskExperimentApi.start.body!.omit(["compId", "taskId"]);
type Wanted = InferType<typeof startSchema>;
const half = { numbers: [], text: "", flowId: "", templateId: "", tts: "", from: "", to: "" };

interface StartProps extends Pick<Task, "ftype"> {
  /** What it throws is said in the form. */
  readonly send: (wanted: Wanted) => Promise<unknown>;
}

export function StartForm({ ftype, send }: StartProps) {
  const [values] = useState(() =>
    startSchema.cast({ kind: "displayed", metric: "answered", a: half, b: half }, { assert: false }),
  );
  const model = useFormModel<Wanted>(startSchema, values);
  const { form, frame } = model;
  const { isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);
  const [refusal, setRefusal] = useState<string>();
  const start = async (wanted: Wanted) => {
    setRefusal(undefined);
    await send(wanted).catch((error: unknown) => setRefusal(showRefusal(error, form, frame.has)));
  };
  return (
    <FormScope model={model}>
      <chakra.form noValidate aria-label="开始实验" onSubmit={(event) => void form.handleSubmit(start)(event)}>
        <StartFields ftype={ftype} />
        {refusal !== undefined && (
          <Text role="alert" color="fg.error" textStyle="xs" pb="2">
            {refusal}
          </Text>
        )}
        <Button type="submit" loading={isSubmitting} loadingText="开始实验">
          开始实验
        </Button>
      </chakra.form>
    </FormScope>
  );
}

/** How a half is called in what they come to. */
export function useHalfName(kind: ExperimentKind): (half: Experiment["a"]) => string {
  const { flows } = useCommonOptions();
  const templates = useTemplateOptions(kind === "template");
  const voiceText = useVoiceText(kind === "voice");
  return ({ numbers, text, flowId, templateId, tts, from, to }) => {
    switch (kind) {
      case "displayed":
        return numbers.join("、");
      case "greeting":
        return text || "不播放";
      case "flow":
        return flows.find(({ value }) => value === flowId)?.label ?? "已删除的流程";
      case "template":
        return templates.find(({ value }) => value === templateId)?.label ?? "已删除的模板";
      case "voice":
        return voiceText(tts, ownVoice);
      case "time":
        return `${from}–${to}`;
    }
  };
}
