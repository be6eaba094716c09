import { HStack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { intentionRuleApi } from "@liantai/api/contract/flow-editor";
import type { Column } from "@liantai/ui";
import { AddedRows, CrudScreen, NumberField, TextAreaField, TextField, type Action } from "@liantai/ui/resource";
import { object } from "yup";
import { intentionRules } from "../parts/queries.ts";
import { CriterionFields, newCriterion } from "./criterion.tsx";
import { ScoreModel } from "./score-model.tsx";
import { TryRule } from "./try-rule.tsx";

type LevelRule = ReplyOf<typeof intentionRuleApi.list>["list"][number];

const filterSchema = object({ name: intentionRuleApi.list.body!.fields.name });
const defaults = () => ({ name: "" });
const said = ({ levels }: LevelRule): string =>
  levels.map(({ name, minScore, maxScore }) => `${name} ${minScore}～${maxScore}分`).join("、");
const columns: readonly Column<LevelRule>[] = [
  { id: "name", title: "规则名称", width: 160, value: (r) => r.name, sortBy: "name" },
  { id: "levels", title: "等级", width: 300, value: said },
  { id: "remark", title: "备注", width: 200, value: (r) => r.remark, optional: true },
];
const first = [
  { name: "A", minScore: 90, maxScore: 100 },
  { name: "B", minScore: 70, maxScore: 89 },
  { name: "C", minScore: 40, maxScore: 69 },
  { name: "D", minScore: 0, maxScore: 39 },
];
const winsOf = (row: LevelRule | undefined) =>
  (row?.wins ?? []).map((win) => ({ ...win, intentId: win.intentId ?? "", text: win.text ?? "" }));

const Bands = () => (
  <AddedRows
    name="levels"
    label="等级"
    add="增加等级"
    rowName={(place) => `第${place}级`}
    columns="1fr 90px 90px"
    most={20}
    least={1}
    blank={() => ({ name: "", minScore: "", maxScore: "" })}
    row={(at) => (
      <>
        <TextField name={`levels.${at}.name`} label="等级名称" />
        <NumberField name={`levels.${at}.minScore`} label="最低分" max={100} />
        <NumberField name={`levels.${at}.maxScore`} label="最高分" max={100} />
      </>
    )}
  />
);

const Wins = () => (
  <AddedRows
    name="wins"
    label="直接定级"
    add="增加直接定级"
    rowName={(place) => `第${place}条`}
    columns="1fr 90px"
    most={20}
    blank={() => ({ ...newCriterion, level: "" })}
    row={(at) => (
      <>
        <HStack align="start" gap="2">
          <CriterionFields path={`wins.${at}`} label="条件" />
        </HStack>
        <TextField name={`wins.${at}.level`} label="定为等级" />
      </>
    )}
  />
);

/** 意向规则: which score is which level; 评分模型: what gives points. */
export function Levels() {
  const press = useMayPress("/knowledgebaseclassify");
  const model: Action = { label: "评分模型", sheet: (_, close) => <ScoreModel onClose={close} /> };
  return (
    <CrudScreen<LevelRule, ReturnType<typeof defaults>>
      id="intentionrule"
      noun="意向规则"
      queries={intentionRules}
      may={{
        add: press("intentionRule.add"),
        update: press("intentionRule.update"),
        delete: press("intentionRule.delete"),
      }}
      list={{ columns, idOf: (r) => r.id, nameOf: (r) => r.name }}
      filters={{ schema: filterSchema, defaults, fields: <TextField name="name" label="规则名称" /> }}
      form={{
        schema: intentionRuleApi.add.body!,
        width: "640px",
        values: (row) => ({
          name: row?.name ?? "",
          levels: row?.levels ?? first,
          wins: winsOf(row),
          remark: row?.remark ?? "",
        }),
        fields: (
          <>
            <TextField name="name" label="规则名称" />
            <Text color="fg.muted" textStyle="xs">
              分数为0到100，两端都算；各等级的范围不能重叠。
            </Text>
            <Bands />
            <Text color="fg.muted" textStyle="xs">
              直接定级优先于得分，按顺序取第一条符合的；未接通定为E，客户谢绝来电定为F。
            </Text>
            <Wins />
            <TryRule />
            <TextAreaField name="remark" label="备注" rows={2} />
          </>
        ),
      }}
      actions={[model]}
    />
  );
}
