/** What intelligent tasks have besides: a robot, its lines, and what its levels lead to. */
import { taskLimits, wrongPersons } from "@liantai/api/contract/admin";
import { NumberField, SelectField } from "@liantai/ui/resource";
import { useWatch } from "react-hook-form";
import { useRobotOptions, useRuleOptions, type CommonOptions } from "../parts/choices.ts";
import { choicesOf } from "../parts/words.ts";
import { MachineFields } from "./machine.tsx";
import { Part, Wide } from "./part.tsx";
import { WordsField } from "./words-field.tsx";

type Props = Pick<CommonOptions, "skillGroups">;

/** Who gets a robot's caller by the level of their dialogue. */
function HandOverFields({ skillGroups }: Props) {
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

/** Who was reached is not the person of the list. */
function WrongPersonFields() {
  const levels = useWatch({ name: "wrongLevels" }) as readonly string[] | undefined;
  return (
    <Part title="非本人">
      <Wide>
        <WordsField
          name="wrongLevels"
          label="非本人等级"
          rows={2}
          hint="意向规则中表示“接听的不是本人”的等级名称，不填则接通即视为本人"
        />
      </Wide>
      {(levels?.length ?? 0) > 0 && (
        <SelectField
          name="wrongPerson"
          label="非本人处理"
          options={choicesOf(wrongPersons)}
          none={false}
          hint="该号码不再拨打；同一客户的其他号码按此处理"
        />
      )}
    </Part>
  );
}

export function Intelligent({ skillGroups }: Props) {
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
      <WrongPersonFields />
    </>
  );
}
