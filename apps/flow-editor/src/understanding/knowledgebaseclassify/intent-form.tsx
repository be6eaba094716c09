import { intentApi, matchDefaults } from "@liantai/api/contract/flow-editor";
import { AppDrawer, FailureState, LoadingState, namedOptions } from "@liantai/ui";
import {
  FormDrawer,
  MultiSelectField,
  NumberField,
  Outcome,
  SelectField,
  sending,
  TextAreaField,
  TextField,
} from "@liantai/ui/resource";
import { optionsOf, useClasses } from "../parts/class-tree.tsx";
import { LinesField } from "../parts/lines-field.tsx";
import { allOf, intents, rules } from "../parts/queries.ts";

interface IntentFormProps {
  /** undefined: a new one, in this class. */
  readonly id?: string;
  readonly classId: string;
  readonly onClose: (outcome?: Outcome) => void;
}

function Fields() {
  const rows = useClasses(2);
  const answer = rules.list.useQuery({ body: { ...allOf, kind: "intent" } }, { refetchOnMountOrArgChange: true });
  const ruleOptions = namedOptions(answer.data?.list);
  return (
    <>
      <TextField name="name" label="意图名称" />
      <SelectField name="classId" label="分类" none="无" options={optionsOf(rows)} />
      <NumberField name="priority" label="优先级" max={999} hint="正则或关键词同时匹配时，大的优先" />
      <NumberField
        name="threshold"
        label="识别阈值"
        max={1}
        precision={2}
        hint={`相似句得分达到多少才算识别，0到1；不填按节点设置（默认${matchDefaults.threshold}）`}
      />
      <LinesField name="keywords" label="关键词" rows={3} />
      <MultiSelectField name="ruleIds" label="正则规则" options={ruleOptions} answer={answer} height="140px" />
      <LinesField name="samples" label="相似句" rows={10} hint="客户会怎么说，每行一句，最多2000句" />
      <TextAreaField name="remark" label="备注" rows={2} />
    </>
  );
}

const blank = { name: "", priority: 0, threshold: null, keywords: [], ruleIds: [], samples: [], remark: "" };

/** 新增意图, 编辑意图. Samples are fetched when they are needed: the list does without. */
export function IntentForm({ id, classId, onClose }: IntentFormProps) {
  const [add] = intents.add.useMutation();
  const [update] = intents.update.useMutation();
  const { data, isError, error, refetch } = intents.find.useQuery(
    { body: { id: id ?? "" } },
    { skip: id === undefined, refetchOnMountOrArgChange: true },
  );
  const title = id === undefined ? "新增意图" : "编辑意图";
  if (id !== undefined && !data)
    return (
      <AppDrawer open title={title} width="600px" onClose={() => onClose()}>
        {isError ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </AppDrawer>
    );
  const { name, priority, threshold, keywords, ruleIds, samples, remark } = data ?? blank;
  const values = { classId: data?.classId ?? classId, name, priority, threshold, keywords, ruleIds, samples, remark };
  return (
    <FormDrawer
      open
      title={title}
      width="600px"
      values={values}
      {...sending(intentApi.add.body!, async (body) => {
        await (id === undefined ? add({ body }) : update({ body: { ...body, id } })).unwrap();
        onClose(new Outcome({ done: ["意图", id === undefined ? "新增" : "保存"] }));
      })}
      onClose={() => onClose()}
    >
      <Fields />
    </FormDrawer>
  );
}
