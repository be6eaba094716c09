import type { ReplyOf } from "@liantai/api/contract";
import { intentionDetailApi, matchedBy } from "@liantai/api/contract/flow-editor";
import { namedOptions, type Column } from "@liantai/ui";
import { DateField, ResourceScreen, SelectField, TextField, useResourceList } from "@liantai/ui/resource";
import { object } from "yup";
import { CallLinks } from "../parts/call-links.tsx";
import { placeOf } from "./place.ts";
import { allOf, heard, intents, percent } from "../parts/queries.ts";

type Sentence = ReplyOf<typeof intentionDetailApi.list>["list"][number];

const { keyword, intentId, startTime, endTime } = intentionDetailApi.list.body!.fields;
const filterSchema = object({ keyword, intentId, startTime, endTime });
const defaults = () => ({ keyword: "", intentId: "", startTime: "", endTime: "" });

const columns: readonly Column<Sentence>[] = [
  { id: "text", title: "句子", width: 220, value: (r) => r.text },
  { id: "intentName", title: "意图", width: 110, value: (r) => r.intentName || "已删除" },
  { id: "by", title: "依据", width: 70, value: (r) => matchedBy[r.by] },
  { id: "score", title: "得分", width: 64, align: "end", value: (r) => r.score, cell: (r) => percent(r.score) },
  {
    id: "second",
    title: "第二接近",
    width: 130,
    value: (r) => (r.secondName ? `${r.secondName}（${percent(r.secondScore)}）` : ""),
  },
  { id: "at", title: "时间", width: 156, value: (r) => r.at, sortBy: "at" },
  { id: "node", title: "流程与节点", width: 180, value: placeOf },
  {
    id: "callId",
    title: "通话",
    width: 84,
    value: (r) => r.callId,
    cell: (r) => <CallLinks callIds={[r.callId]} />,
  },
];

/** 已识别: which intent each sentence was taken for, and how surely. */
export function Heard() {
  const { data } = intents.list.useQuery({ body: allOf });
  const resource = useResourceList<Sentence, ReturnType<typeof defaults>>({
    id: "intentiondetail",
    endpoint: heard.list,
    filterSchema,
    defaults,
  });
  return (
    <ResourceScreen
      label="已识别的句子"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的句子" }}
      query={
        <>
          <TextField name="keyword" label="句子" />
          <SelectField name="intentId" label="意图" options={namedOptions(data?.list)} />
          <DateField name="startTime" label="开始日期" />
          <DateField name="endTime" label="结束日期" />
        </>
      }
    />
  );
}
