import { HStack, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Stack, Text } from "@chakra-ui/react";
import { useMayPress, useMaySee } from "@liantai/api/client";
import { carrierPromptApi, earlyLimits, promptSources, type PromptSource } from "@liantai/api/contract/admin";
import { AppDialog, DataTable, formatDuration, type Column } from "@liantai/ui";
import { formOf, useActionColumn, type Action } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { viewOf } from "../../queues/parts/live.ts";
import { NumberSearch } from "../parts/number-search.tsx";
import { choicesOf, resultText } from "../parts/words.ts";
import { CutField, wholePiece } from "./cut-field.tsx";
import { Meaning, meaningNames, meansNothing } from "./forms.tsx";
import { announcements, type PromptSourceCall } from "./queries.ts";

const cutSchema = carrierPromptApi.cut.body!.pick([...meaningNames, "from", "to"]);

const columns: readonly Column<PromptSourceCall>[] = [
  { id: "at", title: "呼叫时间", width: 156, value: (c) => c.at },
  { id: "phone", title: "客户号码", width: 120, value: (c) => c.phone },
  { id: "task", title: "任务", width: 160, value: (c) => c.task },
  { id: "code", title: "呼叫结果", width: 96, value: (c) => resultText(c.code) },
  {
    id: "duration",
    title: "时长",
    width: 64,
    align: "end",
    value: (c) => c.durationMs,
    cell: (c) => formatDuration(Math.round(c.durationMs / 1_000)),
  },
];

const hints: Readonly<Record<PromptSource, string>> = {
  early: `对方没有接听、也没有识别出结果的线路上听到的声音，保留最近${earlyLimits.kept}条，${earlyLimits.days}天后删除。`,
  record: `有录音的外呼通话，显示最近${earlyLimits.days}天的${earlyLimits.shown}条；更早的按完整号码查询。`,
};

const empty: Readonly<Record<PromptSource, string>> = {
  early: "还没有保留的声音",
  record: "没有可截取的通话录音",
};

function Sources() {
  const sees = useMaySee("/callrecord");
  const hears = useMayPress("/callrecord")("callrecord.play") && sees === true;
  const [source, choose] = useState<PromptSource>("early");
  const [phone, search] = useState("");
  const answer = announcements.sources.useQuery({ body: { source, phone } }, { refetchOnMountOrArgChange: true });
  const [cut] = announcements.cut.useMutation();
  const rows: readonly Action<PromptSourceCall>[] = [
    {
      label: "截取",
      form: (call) =>
        formOf({
          title: "截取提示音",
          schema: cutSchema,
          values: { ...meansNothing, ...wholePiece(call) },
          fields: (
            <>
              <CutField source={source} call={call} />
              <Meaning />
            </>
          ),
          send: (body) => cut({ body: { ...body, source, callId: call.callId } }).unwrap(),
        }),
      done: ["提示音", "新增", { note: "从下一个呼叫起生效。" }],
    },
  ];
  const shown = useActionColumn(columns, rows);
  const view = useMemo(() => viewOf(answer, (list) => list), [answer]);
  return (
    <Stack gap="2" minH="320px">
      <HStack gap="2">
        <NativeSelectRoot size="xs" w="110px">
          <NativeSelectField
            aria-label="录音来源"
            value={source}
            onChange={({ target }) => choose(target.value === "record" ? "record" : "early")}
          >
            {choicesOf(promptSources)
              .filter(({ value }) => hears || value === "early")
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </NativeSelectField>
          <NativeSelectIndicator />
        </NativeSelectRoot>
        <NumberSearch placeholder="完整号码" onSearch={search} />
      </HStack>
      <Text textStyle="xs" color="fg.muted">
        {hints[source]}
      </Text>
      <DataTable
        id="announcements.sources"
        label="可截取的录音"
        columns={shown.columns}
        rowId={(call) => call.callId}
        list={view}
        empty={{ title: empty[source] }}
      />
      {shown.opened}
    </Stack>
  );
}

/** Dialled calls whose sound is kept, out of which an announcement is cut. */
export const SourcesDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <AppDialog open title="从录音截取" width="820px" onClose={onClose}>
    <Sources />
  </AppDialog>
);
