/** What every task has (B16, common). */
import { Box, Text } from "@chakra-ui/react";
import {
  numberOrders,
  previewTask,
  provinces,
  taskDisplays,
  taskKinds,
  taskLimits,
  type TaskType,
} from "@liantai/api/contract/admin";
import {
  DateField,
  DayRanges,
  MultiSelectField,
  NumberField,
  RadioField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "@liantai/ui/resource";
import { useWatch } from "react-hook-form";
import { useDisplayedChoices, useFormOptions, useLegalHours, type CommonOptions } from "../parts/choices.ts";
import { choicesOf } from "../parts/words.ts";
import { Part, Wide } from "./part.tsx";
import { Retries } from "./retries.tsx";

const provinceOptions = provinces.map((value) => ({ value, label: value }));

export function BasicFields() {
  const forms = useFormOptions();
  const kind = useWatch({ name: "kind" }) as string;
  return (
    <Part title="基本信息">
      <TextField name="taskIdentity" label="任务标识" hint="企业内不能重复，坐席看到的就是它" />
      <NumberField
        name="priority"
        label="优先级"
        min={1}
        max={9}
        hint="1 最优先；多个任务同时运行时，剩余的线路先给优先的任务"
      />
      <RadioField
        name="kind"
        label="任务性质"
        options={choicesOf(taskKinds)}
        hint={kind === "marketing" ? "营销类只拨打有用户同意记录的号码，导入时要填同意来源和同意时间" : undefined}
      />
      <SelectField name="formId" label="任务表单" options={forms} none="不使用表单" hint="通话时坐席填写的表单" />
      <Wide>
        <TextAreaField name="remark" label="备注" rows={2} />
      </Wide>
    </Part>
  );
}

export function TimeFields({ timeRules }: Pick<CommonOptions, "timeRules">) {
  const hours = useLegalHours();
  return (
    <Part title="拨打时间">
      <DateField name="fromAt" label="开始时间" time="00:00:00" hint="不填则启动后立即拨打" />
      <DateField name="untilAt" label="结束时间" time="23:59:59" hint="到时间任务过期，不再拨打；不填则不限" />
      <SelectField name="timeRuleId" label="时间规则" options={timeRules} none="不使用时间规则" />
      <span />
      <Wide>
        <DayRanges
          name="windows"
          label="拨打时段"
          hint="（不添加则在可拨打时间内全天拨打）"
          first={{ from: "09:00", to: "12:00" }}
        />
      </Wide>
      <Wide>
        <DayRanges
          name="regions"
          label="地区时段"
          noun="地区时段"
          most={provinces.length}
          hint="（归属地在该省份的号码只在这个时段内拨打，其他号码不受影响）"
          first={{ province: "新疆", from: "10:00", to: "20:00" }}
          lead={(i) => (
            <Box width="150px" flex="none">
              <SelectField name={`regions.${i}.province`} label="省份" options={provinceOptions} none={false} />
            </Box>
          )}
        />
      </Wide>
      {hours && (
        <Wide>
          <Text textStyle="xs" color="fg.muted">
            本企业每天 {hours} 可以外呼，此外的时间即使任务运行也不会拨打。
          </Text>
        </Wide>
      )}
    </Part>
  );
}

/** A preview task's calls come one by one as its seats press: nothing of the lines is kept for it, and nothing is dialled in a row. */
export function CallFields({ ftype }: { readonly ftype: TaskType }) {
  const seats = ftype === previewTask;
  const numbers = useDisplayedChoices();
  return (
    <Part title="呼叫与外显">
      <NumberField name="concurrency" label="最大并发" min={1} max={taskLimits.concurrency} unit="路" />
      {!seats && (
        <>
          <NumberField
            name="share"
            label="并发占比"
            min={0}
            max={100}
            unit="%"
            hint="企业并发中先给该任务的部分，用不完的给其他任务；0 则只按优先级"
          />
          <NumberField name="perSecond" label="每秒呼叫数" min={1} max={taskLimits.perSecond} unit="个" />
        </>
      )}
      <NumberField name="ringS" label="振铃时长" min={15} max={60} unit="秒" hint="15 到 60 秒，无人接听则挂断" />
      <SelectField name="displayMode" label="外显方式" options={choicesOf(taskDisplays)} none={false} />
      <Wide>
        <MultiSelectField
          name="accessNumbers"
          label="外显号码"
          {...numbers}
          height="132px"
          hint="客户看到的来电号码，启动前至少选择一个"
        />
      </Wide>
    </Part>
  );
}

export function ListFields() {
  const frequencyDays = Number(useWatch({ name: "frequencyDays" }));
  return (
    <Part title="名单与频次">
      <SelectField name="order" label="拨打顺序" options={choicesOf(numberOrders)} none={false} />
      <SwitchField
        name="enterpriseBlacklist"
        label="企业黑名单"
        on="导入时过滤"
        off="导入时不过滤"
        hint="拨打时总是检查系统黑名单和企业黑名单"
      />
      <NumberField
        name="duplicateDays"
        label="去重天数"
        max={365}
        unit="天"
        hint="这些天内其他任务已有的号码算重复，0 表示只在本任务内去重"
      />
      <span />
      <NumberField
        name="frequencyDays"
        label="频次天数"
        max={90}
        unit="天"
        hint="统计全部任务在这些天内的呼叫，0 表示不限"
      />
      <NumberField
        name="frequencyCalls"
        label="频次上限"
        min={1}
        max={100}
        unit="次"
        disabled={!(frequencyDays > 0)}
        hint="达到后不再导入和拨打"
      />
    </Part>
  );
}

export function RetryFields() {
  return (
    <Part title="重拨">
      <NumberField name="perDay" label="每号码每日次数" min={1} max={20} unit="次" hint="一个号码一天最多拨打的次数" />
      <NumberField name="inAll" label="每号码总次数" min={1} max={50} unit="次" hint="一个号码在本任务最多拨打的次数" />
      <SwitchField
        name="bestSlot"
        label="最佳时段"
        on="启用"
        off="停用"
        hint="换时段的重拨改到48小时内接通率最高的时段，依据在“为什么没拨”中；呼叫记录不足时按下一个时段"
      />
      <span />
      <Wide>
        <Retries />
      </Wide>
    </Part>
  );
}
