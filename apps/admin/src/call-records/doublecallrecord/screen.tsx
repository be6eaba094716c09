import { dualCallApi } from "@liantai/api/contract/admin";
import { SelectField, TextField } from "@liantai/ui";
import { DateRangeField, downloadFile, ResourceScreen } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { answeredOptions } from "../../parts/call-options.ts";
import { callRecordColumns } from "../callrecord/columns.tsx";
import { useCallRecords } from "../callrecord/model.ts";
import { Playing } from "../callrecord/playing.tsx";
import { defaultFilters, filterSchema } from "../callrecord/query.ts";
import { useRecordingRights } from "../rights.ts";
import type { CallRecord } from "../words.ts";
import { dualCalls, useDialAction } from "./dial.tsx";

/** Of a two-way callback it is a POST (console.md section 7). */
const fetchWhole = ({ callId, startTime }: CallRecord) =>
  downloadFile(dualCallApi.recording, `双呼录音_${startTime.replace(/\D/g, "")}_${callId.slice(0, 10)}.wav`, {
    body: { callId },
  });

/** 双呼记录 */
export default function DualCallScreen() {
  const resource = useCallRecords("doublecallrecord", dualCalls.list);
  const { detail, play, download } = useRecordingRights();
  const dial = useDialAction();
  const [playing, setPlaying] = useState<CallRecord>();
  const columns = useMemo(() => callRecordColumns(setPlaying, { detail, play }), [detail, play]);
  return (
    <ResourceScreen
      label="双呼记录"
      columns={columns}
      rowId={(record) => record.callId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaultFilters}
      actions={[dial]}
      empty={{ title: "没有符合条件的双呼", hint: "可以换一个时间范围，或点击“发起双呼”。" }}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="开始时间" />
          <TextField name="caller" label="主叫号码" width="132px" inputMode="numeric" />
          <TextField name="callee" label="被叫号码" width="132px" inputMode="numeric" />
          <TextField name="agentId" label="坐席工号" width="116px" inputMode="numeric" />
          <SelectField name="answered" label="是否接听" options={answeredOptions} width="96px" />
        </>
      }
    >
      <Playing record={playing} download={download} fetchWhole={fetchWhole} onClose={() => setPlaying(undefined)} />
    </ResourceScreen>
  );
}
