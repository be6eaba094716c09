import { Button, HStack } from "@chakra-ui/react";
import { useMayPress, useSeesCalls } from "@liantai/api/client";
import { seatStatusText } from "@liantai/api/contract";
import { lastingCodes, statusDetailApi } from "@liantai/api/contract/admin";
import { openCall } from "@liantai/bus";
import { optionsFrom, type Column } from "@liantai/ui";
import {
  DateRangeField,
  ExportButton,
  ResourceScreen,
  SelectField,
  TextField,
  today,
  useResourceList,
  withDateRange,
} from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { useMayDo } from "../../parts/reveal.tsx";
import { everything, seatStatuses, useGroups } from "../seats/queries.ts";
import { statusColumns } from "./columns.tsx";
import { DayDrawer } from "./day.tsx";
import { details, type StatusDetail } from "./queries.ts";

const filterSchema = withDateRange(statusDetailApi.export.body!.omit(["compId"]), "startTime", "endTime");
const defaults = () => {
  const { from, to } = today(Date.now());
  return { startTime: from, endTime: to, agentId: "", agentGroupId: "", code: "", customStatusId: "" };
};
/** 3 and 8 read the same: the supervised call is told apart. */
const codeOptions = lastingCodes.map((code) => ({
  value: String(code),
  label: code === 3 ? "通话中（监控、会议）" : seatStatusText(code),
}));

function useStatusOptions() {
  const { data } = seatStatuses.list.useQuery({ body: { ...everything } });
  return optionsFrom(data?.list, ({ id, statusName }) => ({ value: id, label: statusName }));
}

const actions = (detail: boolean, open: (row: StatusDetail) => void): Column<StatusDetail> => ({
  id: "actions",
  title: "操作",
  width: detail ? 128 : 84,
  value: () => null,
  actions: true,
  cell: (r) => (
    <HStack gap="1">
      <Button size="2xs" variant="ghost" onClick={() => open(r)}>
        时间线
      </Button>
      {detail && r.callId !== null && (
        <Button size="2xs" variant="ghost" onClick={() => openCall(r.callId!)}>
          通话
        </Button>
      )}
    </HStack>
  ),
});

/** 坐席状态明细 */
export default function SeatStatusDetailScreen() {
  const may = useMayPress("/seatstatusdetail");
  const exports = useMayDo("export");
  const detail = useSeesCalls();
  const { options: groups } = useGroups();
  const statuses = useStatusOptions();
  const [shown, setShown] = useState<StatusDetail>();
  const columns = useMemo(() => [...statusColumns, actions(detail, setShown)], [detail]);
  const resource = useResourceList<StatusDetail, ReturnType<typeof defaults>>({
    id: "seatstatusdetail",
    endpoint: details.list,
    filterSchema,
    defaults,
  });
  return (
    <ResourceScreen
      label="坐席状态明细"
      columns={columns}
      rowId={(r) => `${r.agentId}-${r.seq}`}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的状态记录", hint: "可以换一个时间范围，或重置查询条件。" }}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="开始时间" />
          <TextField name="agentId" label="坐席工号" width="110px" inputMode="numeric" />
          <SelectField name="agentGroupId" label="坐席组" options={groups} width="140px" />
          <SelectField name="code" label="状态" options={codeOptions} width="120px" />
          <SelectField name="customStatusId" label="自定义状态" options={statuses} width="120px" />
        </>
      }
      toolbar={
        exports && may("seatstatusdetail.export") && <ExportButton endpoint={details.export} body={resource.question} />
      }
    >
      <DayDrawer of={shown} onClose={() => setShown(undefined)} />
    </ResourceScreen>
  );
}
