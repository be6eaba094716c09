import { Flex, HStack } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { carrierPromptApi, promptCarriers, carrierPromptPage } from "@liantai/api/contract/admin";
import { AppDrawer, DataTable, formatDuration, Pager, type Column } from "@liantai/ui";
import { ActionBar, useActionColumn, type Action } from "@liantai/ui/resource";
import { viewOf } from "../../queues/parts/live.ts";
import { ListenDialog } from "../../voices/voicemanage/listen.tsx";
import { usePage } from "../../parts/use-page.ts";
import { resultText } from "../parts/words.ts";
import { useAnnouncementForms } from "./forms.tsx";
import { announcements, type Announcement } from "./queries.ts";
import { SourcesDialog } from "./sources.tsx";

const columns: readonly Column<Announcement>[] = [
  { id: "name", title: "提示音名称", width: 160, value: (a) => a.name },
  { id: "carrier", title: "运营商", width: 84, value: (a) => promptCarriers[a.carrier] },
  { id: "code", title: "呼叫结果", width: 96, value: (a) => resultText(a.code) },
  { id: "hangsUp", title: "识别后", width: 84, value: (a) => (a.hangsUp === 1 ? "立即挂断" : "继续等待") },
  { id: "enabled", title: "状态", width: 64, value: (a) => (a.enabled === 1 ? "启用" : "停用") },
  {
    id: "duration",
    title: "时长",
    width: 64,
    align: "end",
    value: (a) => a.durationMs,
    cell: (a) => formatDuration(Math.round(a.durationMs / 1_000)),
  },
  { id: "createdAt", title: "添加时间", width: 156, value: (a) => a.createdAt },
  { id: "createdBy", title: "添加人", width: 90, value: (a) => a.createdBy, optional: true },
  { id: "remark", title: "备注", width: 150, value: (a) => a.remark, optional: true },
];

function Announcements() {
  const { page, pager } = usePage("announcements");
  const press = useMayPress(carrierPromptPage);
  const answer = announcements.list.useQuery({ body: page }, { refetchOnMountOrArgChange: true });
  const [remove] = announcements.delete.useMutation();
  const { added, edited, tried } = useAnnouncementForms();
  const bar: readonly Action[] = [
    {
      label: "新增",
      may: press("carrierPrompt.add"),
      adds: true,
      form: () => added,
      done: ["提示音", "新增", { note: "从下一个呼叫起生效。" }],
    },
    {
      label: "从录音截取",
      may: press("carrierPrompt.add"),
      sheet: (_, close) => <SourcesDialog onClose={() => close()} />,
    },
    { label: "测试", form: () => tried },
  ];
  const rows: readonly Action<Announcement>[] = [
    {
      label: "试听",
      sheet: (row, close) => <ListenDialog of={row} endpoint={carrierPromptApi.play} onClose={close} />,
    },
    {
      label: "编辑",
      may: press("carrierPrompt.update"),
      form: edited,
      done: ["提示音", "保存", { note: "从下一个呼叫起生效。" }],
    },
    {
      label: "删除",
      may: press("carrierPrompt.delete"),
      danger: true,
      confirm: ({ name }) => ({ title: "删除提示音", text: `确定要删除“${name}”吗？删除后不再识别这段提示音。` }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["提示音", "删除"],
    },
  ];
  const shown = useActionColumn(columns, rows);
  return (
    <Flex direction="column" gap="2" h="full" minH="360px">
      <DataTable
        id="announcements"
        label="运营商提示音"
        columns={shown.columns}
        rowId={(row) => row.id}
        list={viewOf(answer, ({ list }) => list)}
        empty={{
          title: "还没有运营商提示音",
          hint: "上传空号、关机、停机等提示音的录音，或从外呼的录音中截取，外呼时听到同一段提示音就能得出准确的呼叫结果。",
        }}
        toolbar={
          <HStack gap="2">
            <ActionBar row={undefined} actions={bar} />
          </HStack>
        }
      />
      <Pager total={answer.data?.total ?? 0} {...pager} />
      {shown.opened}
    </Flex>
  );
}

/** Recordings of what carriers say before an answer, each with the call result that it means. */
export const CarrierPromptsDrawer = ({ onClose }: { readonly onClose: () => void }) => (
  <AppDrawer open title="运营商提示音" width="960px" onClose={onClose}>
    <Announcements />
  </AppDrawer>
);
