/** 坐席辅助知识: what an agent is shown when its sentence is heard in the talk. */
import { queriesOf, useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { assistKnowledgeApi } from "@liantai/api/contract/admin";
import { AppDrawer, TextField, type Column } from "@liantai/ui";
import { CrudScreen, TextAreaField } from "@liantai/ui/resource";
import { object } from "yup";

type Entry = ReplyOf<typeof assistKnowledgeApi.list>["list"][number];

const entries = queriesOf(assistKnowledgeApi);
const { sentence } = assistKnowledgeApi.list.body!.fields;
const filterSchema = object({ sentence });
const defaults = () => ({ sentence: "" });

const columns: readonly Column<Entry>[] = [
  { id: "sentence", title: "触发语句", width: 220, value: (entry) => entry.sentence, sortBy: "sentence" },
  { id: "content", title: "推荐内容", width: 360, value: (entry) => entry.content },
];

export function AssistKnowledge({ onClose }: { readonly onClose: () => void }) {
  const may = useMayPress("/seats")("seat.assist");
  return (
    <AppDrawer open title="坐席辅助知识" width="860px" onClose={onClose}>
      <CrudScreen<Entry, ReturnType<typeof defaults>>
        id="seats.assistKnowledge"
        noun="辅助知识"
        queries={entries}
        may={{ add: may, update: may, delete: may }}
        list={{
          columns,
          idOf: (entry) => entry.id,
          nameOf: (entry) => entry.sentence,
          hint: "通话中听到触发语句时，坐席的通话卡片显示推荐内容。",
        }}
        filters={{
          schema: filterSchema,
          defaults,
          fields: <TextField name="sentence" label="触发语句" width="200px" />,
        }}
        form={{
          schema: assistKnowledgeApi.add.body!,
          values: (row) => ({ sentence: row?.sentence ?? "", content: row?.content ?? "" }),
          fields: (
            <>
              <TextField name="sentence" label="触发语句" />
              <TextAreaField name="content" label="推荐内容" />
            </>
          ),
          note: "从下一通电话起识别。",
        }}
      />
    </AppDrawer>
  );
}
