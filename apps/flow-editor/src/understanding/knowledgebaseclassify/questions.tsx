import { queriesOf, useMayPress } from "@liantai/api/client";
import { innerKnowledgeApi } from "@liantai/api/contract/flow-editor";
import { voiceApi } from "@liantai/api/contract/voices";
import { namedOptions, StatusBadge, type Column } from "@liantai/ui";
import {
  formOf,
  ResourceScreen,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useResourceList,
  type Action,
} from "@liantai/ui/resource";
import { useState } from "react";
import { object } from "yup";
import { ClassTree, optionsOf, useClasses } from "../parts/class-tree.tsx";
import { LinesField } from "../parts/lines-field.tsx";
import { allOf, questions, type Question } from "../parts/queries.ts";

const voices = queriesOf(voiceApi);
const { keyword, enabled } = innerKnowledgeApi.list.body!.fields;
const filterSchema = object({ keyword, enabled });
const defaults = () => ({ keyword: "", enabled: "" });
const states = [
  { value: "1", label: "启用" },
  { value: "0", label: "停用" },
];

const columns: readonly Column<Question>[] = [
  { id: "question", title: "问题", width: 170, value: (r) => r.question, sortBy: "question" },
  { id: "answer", title: "答案", width: 210, value: (r) => r.answer || `录音：${r.voiceName}` },
  { id: "similar", title: "相似问法", width: 80, align: "end", value: (r) => r.similar.length },
  { id: "className", title: "分类", width: 120, value: (r) => r.className, optional: true },
  { id: "hits", title: "命中次数", width: 90, align: "end", value: (r) => r.hits, sortBy: "hits" },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (r) => r.enabled,
    cell: (r) => (
      <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{r.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "updateTime", title: "修改时间", width: 160, value: (r) => r.updateTime, sortBy: "updateTime", optional: true },
];

function Fields() {
  const rows = useClasses(1);
  const { data } = voices.list.useQuery({ body: allOf });
  const voiceOptions = namedOptions(data?.list);
  return (
    <>
      <SelectField name="classId" label="分类" options={optionsOf(rows)} />
      <TextField name="question" label="问题" />
      <LinesField name="similar" label="相似问法" />
      <TextAreaField name="answer" label="答案" rows={4} hint="没有录音时由语音合成播报" />
      <SelectField name="voiceId" label="录音" none="无" options={voiceOptions} hint="选择后播放录音" />
      <SwitchField name="enabled" label="启用" on="启用" off="停用" />
    </>
  );
}

function useQuestionActions(classId: string) {
  const may = useMayPress("/knowledgebaseclassify");
  const [add] = questions.add.useMutation();
  const [update] = questions.update.useMutation();
  const [remove] = questions.delete.useMutation();
  const shared = { schema: innerKnowledgeApi.add.body!, fields: <Fields />, width: "560px" };
  const blank = { classId, question: "", similar: [], answer: "", voiceId: "", enabled: 1 };
  const actions: readonly Action[] = [
    {
      label: "新增",
      may: may("innerKnowledge.add"),
      adds: true,
      form: () => formOf({ ...shared, title: "新增问题", values: blank, send: (body) => add({ body }) }),
      done: ["问题", "新增"],
    },
  ];
  const rowActions: readonly Action<Question>[] = [
    {
      label: "编辑",
      may: may("innerKnowledge.update"),
      form: ({ id, classId: of, question, similar, answer, voiceId, enabled: on }) =>
        formOf({
          ...shared,
          title: "编辑问题",
          values: { classId: of, question, similar, answer, voiceId, enabled: on },
          send: (body) => update({ body: { ...body, id } }),
        }),
      done: ["问题", "保存"],
    },
    {
      label: "删除",
      may: may("innerKnowledge.delete"),
      danger: true,
      confirm: ({ question }) => ({ title: "删除问题", text: `确定要删除“${question}”吗？删除后不能恢复。` }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["问题", "删除"],
    },
  ];
  return { actions, rowActions };
}

/** Classes left, the questions of the chosen one and of those below it right. */
export function Questions() {
  const [classId, setClassId] = useState("");
  const resource = useResourceList<Question, ReturnType<typeof defaults>>({
    id: "innerknowledge",
    endpoint: questions.list,
    filterSchema,
    defaults,
    extra: { classId },
  });
  return (
    <ResourceScreen
      label="问题"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的问题", how: "先新增分类，再在分类里新增问题。" }}
      side={<ClassTree kind={1} chosen={classId} onChoose={setClassId} />}
      query={
        <>
          <TextField name="keyword" label="问题" />
          <SelectField name="enabled" label="状态" options={states} width="110px" />
        </>
      }
      {...useQuestionActions(classId)}
    />
  );
}
