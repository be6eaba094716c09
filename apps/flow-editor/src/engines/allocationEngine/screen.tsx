import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import { engineAllotApi, engineKinds, type EngineKind } from "@liantai/api/contract/flow-editor";
import { ScrollBox, type Column } from "@liantai/ui";
import { formOf, ResourceScreen, TextField, useResourceList, type Action } from "@liantai/ui/resource";
import { object } from "yup";
import { allotments, type Allotment } from "../parts/engines.ts";
import { EngineList, picked } from "./engine-list.tsx";

const { compName } = engineAllotApi.list.body!.fields;
const filterSchema = object({ compName });
const defaults = () => ({ compName: "" });
const builtIn = "内置引擎";

const names = (row: Allotment, kind: EngineKind): string =>
  row[kind].map(({ engineName, enabled }) => (enabled === 1 ? engineName : `${engineName}（停用）`)).join(" → ") ||
  builtIn;

const columns: readonly Column<Allotment>[] = [
  { id: "compId", title: "企业编号", width: 96, value: (r) => r.compId, sortBy: "compId" },
  { id: "compName", title: "企业名称", width: 200, value: (r) => r.compName, sortBy: "compName" },
  { id: "tts", title: engineKinds.tts, width: 260, value: (r) => names(r, "tts") },
  { id: "asr", title: engineKinds.asr, width: 260, value: (r) => names(r, "asr") },
];

/** 引擎分配: which enterprise uses which engines, in which order. */
export default function AllocationEngineScreen() {
  const may = mayOperate(useSelector(selectUser), "engine.allot");
  const [allot] = allotments.allot.useMutation();
  const resource = useResourceList<Allotment, ReturnType<typeof defaults>>({
    id: "allocationEngine",
    endpoint: allotments.list,
    filterSchema,
    defaults,
  });
  const allotting = (kind: EngineKind): Action<Allotment> => ({
    label: kind === "tts" ? "分配合成" : "分配识别",
    may,
    form: (row) =>
      formOf({
        title: `${row.compName} 的${engineKinds[kind]}引擎`,
        schema: engineAllotApi.allot.body!,
        width: "600px",
        values: { compId: row.compId, kind, engines: row[kind].map(picked) },
        fields: <EngineList kind={kind} />,
        send: (body) => allot({ body }),
      }),
    done: ["引擎", "分配", { note: "5秒内生效" }],
  });
  return (
    <ScrollBox display="flex" flexDirection="column">
      <ResourceScreen
        label="企业"
        columns={columns}
        rowId={(r) => r.compId}
        resource={resource}
        filterSchema={filterSchema}
        defaults={defaults}
        empty="没有符合条件的企业"
        query={<TextField name="compName" label="企业名称" />}
        rowActions={[allotting("tts"), allotting("asr")]}
      />
    </ScrollBox>
  );
}
