import { SelectField, TextField } from "@liantai/ui";
import { ExportButton, ResourceScreen, DateRangeField } from "@liantai/ui/resource";
import { useMayPress } from "@liantai/api/client";
import { figureNames } from "@liantai/api/contract/admin";
import { useMemo, useState } from "react";
import { records } from "../../files/jobs/model.ts";
import type { CallRecord } from "../words.ts";
import { callRecordColumns } from "./columns.tsx";
import { answeredOptions, directionOptions } from "../../parts/call-options.ts";
import { useMayDo } from "../../parts/reveal.tsx";
import { useRecordingRights } from "../rights.ts";
import { Playing } from "./playing.tsx";
import { calls, useCallRecords, useChoosesAgent, useSkillGroupOptions } from "./model.ts";
import { defaultFilters, filterSchema } from "./query.ts";

/** Which calls of a figure: who comes from one sees it at once, for the others it is the last of the filters. */
const figure = (
  <SelectField
    name="figure"
    label="统计口径"
    options={[...figureNames].map(([value, label]) => ({ value, label }))}
    width="176px"
  />
);

/** 通话记录 */
export default function CallRecordScreen() {
  const resource = useCallRecords("callrecord", calls.callRecords);
  const may = useMayPress("/callrecord");
  const skillGroups = useSkillGroupOptions();
  const choosesAgent = useChoosesAgent();
  const [playing, setPlaying] = useState<CallRecord>();
  const { detail, play, download } = useRecordingRights();
  const exports = useMayDo("export");
  const columns = useMemo(() => callRecordColumns(setPlaying, { detail, play }), [detail, play]);
  return (
    <ResourceScreen
      label="通话记录"
      columns={columns}
      rowId={(record) => record.callId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaultFilters}
      empty={{ title: "没有符合条件的通话", hint: "可以换一个时间范围，或重置查询条件。" }}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="开始时间" />
          {resource.filters.figure && figure}
          <SelectField name="direction" label="呼叫方向" options={directionOptions} width="96px" />
          <TextField name="caller" label="主叫号码" width="132px" inputMode="numeric" />
          <TextField name="callee" label="被叫号码" width="132px" inputMode="numeric" />
          {choosesAgent && <TextField name="agentId" label="坐席工号" width="116px" inputMode="numeric" />}
          <SelectField name="skillGroupId" label="技能组" options={skillGroups} width="128px" />
          <SelectField name="answered" label="是否接听" options={answeredOptions} width="96px" />
          {!resource.filters.figure && figure}
        </>
      }
      toolbar={
        <>
          {exports && may("callrecord.export") && (
            <ExportButton endpoint={records.exportRecords} body={resource.question} />
          )}
          {download && may("callrecord.package") && (
            <ExportButton endpoint={records.addPackage} body={resource.question} label="打包录音" />
          )}
        </>
      }
    >
      <Playing record={playing} download={download} onClose={() => setPlaying(undefined)} />
    </ResourceScreen>
  );
}
