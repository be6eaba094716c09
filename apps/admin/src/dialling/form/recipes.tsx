/** 拨打策略: what is done before a number is called, and after each result. */
import { HStack, Text } from "@chakra-ui/react";
import {
  afterActions,
  afterSources,
  beforeActions,
  beforeSources,
  recipeLimits,
  reservers,
  type AfterAction,
  type BeforeAction,
  type TaskType,
} from "@liantai/api/contract/admin";
import { NumberField, OrderedRows, SelectField, TextField } from "@liantai/ui/resource";
import { useWatch } from "react-hook-form";
import { useRecipeOptions, type CommonOptions, type RecipeOptions } from "../parts/choices.ts";
import { choicesOf } from "../parts/words.ts";
import { Conditions } from "./conditions.tsx";
import { Part, Wide } from "./part.tsx";

interface SmsProps extends Pick<RecipeOptions, "sms"> {
  readonly row: string;
  readonly width: string;
}

const SmsInterface = ({ row, sms, width }: SmsProps) => (
  <SelectField
    name={`${row}.smsId`}
    label="短信接口"
    options={sms}
    width={width}
    hint={sms.length === 0 ? "没有可用的短信接口，请先在“对外接口”中新增" : "号码的变量作为短信变量"}
  />
);

function BeforeAct({ row, sms }: { readonly row: string } & Pick<RecipeOptions, "sms">) {
  const action = useWatch({ name: `${row}.action` }) as BeforeAction;
  return (
    <>
      <TextField name={`${row}.name`} label="策略名称" width="150px" />
      <SelectField name={`${row}.action`} label="动作" options={choicesOf(beforeActions)} none={false} width="190px" />
      {action === "skip" && <TextField name={`${row}.reason`} label="跳过原因" width="180px" />}
      {action === "priority" && (
        <NumberField name={`${row}.priority`} label="优先级" min={1} max={9} hint="1 最优先" width="110px" />
      )}
      {action === "sms" && (
        <>
          <SmsInterface row={row} sms={sms} width="190px" />
          <NumberField
            name={`${row}.waitMin`}
            label="等待时间"
            min={1}
            max={recipeLimits.waitMin}
            unit="分钟后拨打"
            width="170px"
          />
        </>
      )}
    </>
  );
}

function Before() {
  const { sms } = useRecipeOptions();
  const name = "recipesBefore";
  return (
    <OrderedRows
      name={name}
      noun="拨打前策略"
      hint="拨打前：按顺序执行第一条符合条件的策略，都不符合则照常拨打"
      most={recipeLimits.recipes}
      blank={() => ({ name: "", conditions: [], action: "skip", reason: "", priority: 5, smsId: "", waitMin: 10 })}
      row={(i) => <BeforeAct row={`${name}.${i}`} sms={sms} />}
      below={(i) => <Conditions name={`${name}.${i}.conditions`} of={`拨打前策略 ${i + 1} `} sources={beforeSources} />}
    />
  );
}

type Choices = RecipeOptions & Pick<CommonOptions, "seats">;

function Seat({ row, seats }: { readonly row: string } & Pick<Choices, "seats">) {
  const seat = useWatch({ name: `${row}.seat` }) as string;
  return (
    <>
      <SelectField name={`${row}.seat`} label="坐席" options={choicesOf(reservers)} none={false} width="120px" />
      {seat === "named" && <SelectField name={`${row}.agentId`} label="指定坐席" options={seats} width="150px" />}
    </>
  );
}

/** What the action needs. */
function Details({
  row,
  action,
  choices,
}: {
  readonly row: string;
  readonly action: AfterAction;
  readonly choices: Choices;
}) {
  const { tasks, sms, flows, seats } = choices;
  switch (action) {
    case "task":
      return <SelectField name={`${row}.taskId`} label="转入任务" options={tasks} width="320px" />;
    case "sms":
      return <SmsInterface row={row} sms={sms} width="320px" />;
    case "order":
      return (
        <>
          <SelectField name={`${row}.flowId`} label="工单流程" options={flows} width="190px" />
          <Seat row={row} seats={seats} />
          <TextField name={`${row}.text`} label="工单标题" width="180px" />
        </>
      );
    case "reserve":
      return (
        <>
          <Seat row={row} seats={seats} />
          <NumberField
            name={`${row}.afterMin`}
            label="预约时间"
            min={1}
            max={recipeLimits.afterMin}
            unit="分钟后"
            width="140px"
          />
          <TextField name={`${row}.text`} label="预约事项" width="180px" />
        </>
      );
    case "field":
      return (
        <>
          <TextField name={`${row}.field`} label="表单字段" hint="字段的名称" width="180px" />
          <TextField name={`${row}.text`} label="填写内容" width="240px" />
        </>
      );
  }
}

function AfterDetails({ row, choices }: { readonly row: string; readonly choices: Choices }) {
  const action = useWatch({ name: `${row}.action` }) as AfterAction;
  return (
    <HStack gap="2" align="flex-start" wrap="wrap">
      <Details row={row} action={action} choices={choices} />
    </HStack>
  );
}

const blankAfter = () => ({
  ...{ name: "", conditions: [], action: "task", taskId: "", smsId: "", flowId: "", seat: "talked", agentId: "" },
  ...{ afterMin: 60, field: "", text: "" },
});

function After({ seats }: Pick<Choices, "seats">) {
  const choices = { ...useRecipeOptions(), seats };
  const name = "recipesAfter";
  return (
    <OrderedRows
      name={name}
      noun="结果后策略"
      hint="每次呼叫有结果后：符合条件的策略都执行，每次呼叫每条策略只执行一次"
      most={recipeLimits.recipes}
      blank={blankAfter}
      row={(i) => (
        <>
          <TextField name={`${name}.${i}.name`} label="策略名称" width="150px" />
          <SelectField
            name={`${name}.${i}.action`}
            label="动作"
            options={choicesOf(afterActions)}
            none={false}
            width="160px"
          />
        </>
      )}
      below={(i) => (
        <>
          <AfterDetails row={`${name}.${i}`} choices={choices} />
          <Conditions name={`${name}.${i}.conditions`} of={`结果后策略 ${i + 1} `} sources={afterSources} />
        </>
      )}
    />
  );
}

export function RecipeFields({ ftype, seats }: { readonly ftype: TaskType } & Pick<Choices, "seats">) {
  return (
    <Part title="拨打策略">
      <Wide>
        {ftype === 2 ? (
          <Text textStyle="xs" color="fg.muted">
            预览外呼由坐席决定是否拨打，没有拨打前策略；业务结果在坐席提交后判断。
          </Text>
        ) : (
          <Before />
        )}
      </Wide>
      <Wide>
        <After seats={seats} />
      </Wide>
    </Part>
  );
}
