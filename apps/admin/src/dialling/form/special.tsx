/** What tasks of one kind have besides (B16): each kind shows its own fields and no others. */
import {
  allotments,
  blendings,
  machineActions,
  pacingModes,
  readingOvers,
  taskLimits,
  type TaskType,
} from "@liantai/api/contract/admin";
import {
  MultiSelectField,
  NumberField,
  RadioField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "@liantai/ui/resource";
import type { ComponentType } from "react";
import { useWatch } from "react-hook-form";
import { useRobotOptions, useRuleOptions, useTemplateOptions, type CommonOptions } from "../parts/choices.ts";
import { choicesOf } from "../parts/words.ts";
import { Part, Wide } from "./part.tsx";
import { WordsField } from "./words-field.tsx";

type Props = Pick<CommonOptions, "skillGroups" | "seats" | "flows">;

function SeatFields({ skillGroups, seats }: Pick<Props, "skillGroups" | "seats">) {
  return (
    <>
      <SelectField name="groupId" label="技能组" options={skillGroups} none="不按技能组" hint="组内坐席都可以加入" />
      <span />
      <Wide>
        <MultiSelectField
          name="agentIds"
          label="指定坐席"
          options={seats}
          height="132px"
          hint="技能组和指定坐席至少填一项，保存后还可在“成员”中增减"
        />
      </Wide>
    </>
  );
}

/** Answering machines. */
function MachineFields({ agents }: { readonly agents: boolean }) {
  const [amd, action] = useWatch({ name: ["amd", "machineAction"] }) as [unknown, string];
  const on = Number(amd) === 1;
  const actions = choicesOf(machineActions).filter(({ value }) => agents || value !== "agent");
  return (
    <>
      <SwitchField name="amd" label="应答检测" hint="识别答录机、传真和无声；识别不出的按真人处理" />
      {on ? <SelectField name="machineAction" label="答录机处理" options={actions} none={false} /> : <span />}
      {on && action === "voice" && (
        <Wide>
          <TextAreaField name="machineText" label="答录机留言" rows={2} hint="在提示音之后播放，最多 200 字" />
        </Wide>
      )}
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

function Automatic({ skillGroups, seats }: Props) {
  const mode = useWatch({ name: "mode" }) as string;
  return (
    <>
      <Part title="坐席">
        <SeatFields skillGroups={skillGroups} seats={seats} />
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
            hint="没有坐席时播放，不填则播放含企业名称和号码的标准提示"
          />
        </Wide>
        <MachineFields agents />
      </Part>
    </>
  );
}

function Preview({ skillGroups, seats }: Props) {
  const readS = Number(useWatch({ name: "readS" }));
  return (
    <>
      <Part title="坐席与分配">
        <SeatFields skillGroups={skillGroups} seats={seats} />
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
        <NumberField name="skips" label="可跳过次数" max={100} unit="次" hint="每名坐席可以跳过的号码数" />
        <SwitchField name="hideNumber" label="隐藏号码" hint="坐席看到的号码隐藏中间四位" />
        <Wide>
          <WordsField name="results" label="业务结果" hint="坐席结束一个号码时选择其中一项，最多 30 项" />
        </Wide>
      </Part>
    </>
  );
}

function Ivr({ flows }: Props) {
  return (
    <Part title="流程">
      <SelectField name="flowId" label="流程" options={flows} hint="接通后进入的流程，只能选择已发布的" />
      <TextField name="resultVariable" label="结果变量" hint="流程中此变量的值记为业务结果，不填则不记" />
    </Part>
  );
}

/** Who gets a robot's caller by the level of their dialogue. */
function HandOverFields({ skillGroups }: Pick<Props, "skillGroups">) {
  const levels = useWatch({ name: "handOverLevels" }) as readonly string[] | undefined;
  return (
    <Part title="转人工">
      <Wide>
        <WordsField
          name="handOverLevels"
          label="转人工等级"
          rows={2}
          hint="意向规则中的等级名称。对话达到其中之一，客户立即转给坐席，对话先显示在坐席屏幕上；不填则不转"
        />
      </Wide>
      {(levels?.length ?? 0) > 0 && (
        <SelectField
          name="handOverGroupId"
          label="转人工技能组"
          options={skillGroups}
          hint="没有坐席时按技能组的溢出设置处理"
        />
      )}
    </Part>
  );
}

function Intelligent({ skillGroups }: Props) {
  const robots = useRobotOptions();
  const rules = useRuleOptions();
  return (
    <>
      <Part title="机器人">
        <SelectField name="robotId" label="机器人" options={robots} hint="只能选择已启用的机器人" />
        <NumberField
          name="lines"
          label="机器人线路"
          min={1}
          max={taskLimits.concurrency}
          unit="路"
          hint="同时与客户对话的机器人数"
        />
        <SelectField
          name="intentionRuleId"
          label="意向规则"
          options={rules}
          none="使用机器人的意向规则"
          hint="由对话得分给出意向等级"
        />
        <MachineFields agents={false} />
      </Part>
      <HandOverFields skillGroups={skillGroups} />
    </>
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
        hint={templates.length === 0 ? "还没有可用的模板，请先在“语音通知模板”中新增" : "内容、音色和按键在模板中设置"}
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
