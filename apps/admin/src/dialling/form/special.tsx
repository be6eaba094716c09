/** What tasks of one kind have besides (B16): each kind shows its own fields and no others. */
import { allotments, blendings, pacingModes, readingOvers, type TaskType } from "@liantai/api/contract/admin";
import {
  MultiSelectField,
  NumberField,
  RadioField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "@liantai/ui/resource";
import { pendingOptions } from "@liantai/ui";
import type { ComponentType } from "react";
import { useWatch } from "react-hook-form";
import { useTemplateOptions, type CommonOptions } from "../parts/choices.ts";
import { choicesOf } from "../parts/words.ts";
import { Intelligent } from "./intelligent.tsx";
import { MachineFields } from "./machine.tsx";
import { Part, Wide } from "./part.tsx";
import { WordsField } from "./words-field.tsx";

type Props = Pick<CommonOptions, "skillGroups" | "seats" | "flows" | "answer">;

type SeatProps = Pick<Props, "skillGroups" | "seats" | "answer">;

function SeatFields({ skillGroups, seats, answer }: SeatProps) {
  return (
    <>
      <SelectField name="groupId" label="技能组" options={skillGroups} none="不按技能组" hint="组内坐席都可以加入" />
      <span />
      <Wide>
        <MultiSelectField
          name="agentIds"
          label="指定坐席"
          options={seats}
          answer={answer}
          height="132px"
          hint="技能组和指定坐席至少填一项，保存后还可在“成员”中增减"
        />
      </Wide>
    </>
  );
}

/** How far what comes in may go before the task. */
function Sharing() {
  const shares = (useWatch({ name: "blending" }) as string) === "share";
  if (!shares) return <span />;
  return (
    <>
      <NumberField
        name="blendBelow"
        label="呼入服务水平"
        max={99}
        unit="%"
        hint="近30分钟坐席所在技能组的服务水平低于它才接呼入，0 表示总是接"
      />
      <NumberField
        name="blendMost"
        label="呼入时间上限"
        min={5}
        max={100}
        unit="%"
        hint="呼入占任务坐席时间的比例到此为止，100 表示不限"
      />
    </>
  );
}

function Automatic(choices: Props) {
  const mode = useWatch({ name: "mode" }) as string;
  return (
    <>
      <Part title="坐席">
        <SeatFields {...choices} />
        <NumberField name="wrapUpS" label="话后时长" max={600} unit="秒" hint="通话结束后留给坐席整理的时间" />
        <SelectField
          name="blending"
          label="呼入混合"
          options={choicesOf(blendings)}
          none={false}
          hint="坐席在任务中时接不接所在技能组的来电；呼入优先时来电排在任务的呼叫前面"
        />
        <Sharing />
      </Part>
      <Part title="外呼节奏">
        <Wide>
          <RadioField
            name="mode"
            label="外呼模式"
            options={choicesOf(pacingModes)}
            hint={
              {
                progressive: "有空闲坐席才拨，一名坐席一个电话，没有呼损",
                ratio: "按固定比例多拨，呼损达到上限时自动改为渐进式",
                predictive: "按接通率和通话时长预测，呼损接近上限时自动收紧；前 20 个接通按渐进式",
              }[mode]
            }
          />
        </Wide>
        {mode === "ratio" && (
          <NumberField
            name="ratio"
            label="外呼比例"
            min={1}
            max={5}
            precision={1}
            hint="每名空闲坐席同时拨打的号码数，1.0 到 5.0"
          />
        )}
        {mode !== "progressive" && (
          <NumberField
            name="ceiling"
            label="呼损率上限"
            min={0.1}
            max={3}
            precision={1}
            unit="%"
            hint="真人接听后 2 秒内没有坐席的比例，最高 3%"
          />
        )}
        <NumberField
          name="waitS"
          label="目标等待"
          min={0.5}
          max={2}
          precision={1}
          unit="秒"
          hint="真人接听后多久内接到坐席，到时没有坐席就播放呼损提示语，最长 2 秒"
        />
      </Part>
      <Part title="接通与应答检测">
        <Wide>
          <TextAreaField name="greeting" label="接通问候语" rows={2} hint="客户接听后、坐席接入前播放，不填则不播放" />
        </Wide>
        <Wide>
          <TextAreaField
            name="abandonedText"
            label="呼损提示语"
            rows={2}
            hint="没有坐席时播放，不填则播放标准提示；没有写明企业名称和外显号码的，播放时自动补上"
          />
        </Wide>
        <MachineFields agents />
      </Part>
    </>
  );
}

function Preview(choices: Props) {
  const readS = Number(useWatch({ name: "readS" }));
  return (
    <>
      <Part title="坐席与分配">
        <SeatFields {...choices} />
        <Wide>
          <RadioField
            name="allotment"
            label="分配方式"
            options={choicesOf(allotments)}
            hint="按工号列：导入文件的“工号”列决定号码归哪名坐席"
          />
        </Wide>
      </Part>
      <Part title="预览">
        <NumberField name="readS" label="阅读时长" max={600} unit="秒" hint="坐席看客户资料的时间，0 表示不限" />
        <SelectField
          name="readingOver"
          label="阅读超时"
          options={choicesOf(readingOvers)}
          none={false}
          disabled={!(readS > 0)}
        />
        <NumberField
          name="skips"
          label="可跳过次数"
          max={100}
          unit="次"
          hint="每个号码可以被跳过的次数，所有坐席合计，0 表示不允许"
        />
        <SwitchField name="hideNumber" label="隐藏号码" hint="坐席看到的号码隐藏中间四位" />
        <Wide>
          <WordsField name="results" label="业务结果" hint="坐席结束一个号码时选择其中一项，最多 30 项" />
        </Wide>
      </Part>
    </>
  );
}

function Ivr({ flows, skillGroups }: Props) {
  return (
    <Part title="流程">
      <SelectField name="flowId" label="流程" options={flows} hint="接通后进入的流程，只能选择已发布的" />
      <NumberField
        name="flowVersion"
        label="流程版本"
        min={0}
        hint="流程的版本号；0 表示使用已发布的版本，包括按比例分流"
      />
      <SelectField
        name="transferGroupId"
        label="转接技能组"
        options={skillGroups}
        none="不转接"
        hint="流程的转技能组节点选择“外呼任务的转接技能组”时转到这里"
      />
      <TextField name="resultVariable" label="结果变量" hint="流程中此变量的值记为业务结果，不填则不记" />
    </Part>
  );
}

function Notification() {
  const templates = useTemplateOptions();
  return (
    <Part title="通知">
      <SelectField
        name="templateId"
        label="通知模板"
        options={templates}
        hint={
          templates.length === 0 && templates !== pendingOptions
            ? "还没有可用的模板，请先在“语音通知模板”中新增"
            : "内容、音色和按键在模板中设置"
        }
      />
      <NumberField name="repeats" label="播放遍数" min={1} max={5} unit="遍" hint="客户按确认键后不再重复" />
    </Part>
  );
}

export const specialFields: Readonly<Record<TaskType, ComponentType<Props>>> = {
  1: Intelligent,
  2: Preview,
  3: Automatic,
  4: Ivr,
  5: Notification,
};
