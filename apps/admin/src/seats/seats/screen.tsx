import { useMayPress } from "@liantai/api/client";
import { agentApi, seatImportApi, seatRoleTexts, terminalTypeTexts } from "@liantai/api/contract/admin";
import { usePolling } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, TreeList, useResourceList } from "@liantai/ui/resource";
import { useState } from "react";
import { object } from "yup";
import { useImported } from "../../parts/use-imported.ts";
import { seatColumns } from "./columns.tsx";
import { agents, optionsOf, useGroups, type Agent } from "./queries.ts";
import { useSeatActions, useSeatRowActions } from "./actions.tsx";

const { agentId, name, roleType, terminalType, status, enable } = agentApi.list.body!.fields;
const filterSchema = object({ agentId, name, roleType, terminalType, status, enable });
const defaults = () => ({ agentId: "", name: "", roleType: "", terminalType: "", status: "", enable: "" });
const statusOptions = [
  { value: "0", label: "离线" },
  { value: "1", label: "空闲" },
  { value: "2", label: "忙碌" },
  { value: "8", label: "通话中" },
  { value: "4", label: "话后处理" },
];
const enableOptions = [
  { value: "1", label: "启用" },
  { value: "0", label: "停用" },
];
const none: ReadonlySet<string> = new Set();

/** 坐席管理 */
export default function SeatsScreen() {
  const may = useMayPress("/seats");
  const { tree } = useGroups();
  const [group, setGroup] = useState<string>();
  const resource = useResourceList<Agent, ReturnType<typeof defaults>>({
    id: "seats",
    endpoint: agents.list,
    filterSchema,
    defaults,
    ...(group ? { extra: { groupId: group } } : {}),
  });
  usePolling(resource.refetch);
  useImported("agent", seatImportApi.importData);
  const settings = agents.getMaxSession.useQuery({ body: { agentId: "" } }).data;
  const [selected, setSelected] = useState(none);
  const actions = useSeatActions(settings, selected, () => setSelected(none));
  const rowActions = useSeatRowActions(settings);
  return (
    <ResourceScreen
      label="坐席"
      columns={seatColumns}
      rowId={(seat) => seat.agentId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      selection={{ selected, onChange: setSelected }}
      empty={{
        title: "没有符合条件的坐席",
        hint: may("seat.add") ? "可以新增坐席，或从表格导入。" : "可以换一个条件再查。",
      }}
      side={
        <TreeList
          label="坐席组"
          nodes={[{ id: "", label: "全部坐席", children: tree }]}
          selected={group ?? ""}
          onSelect={(id) => setGroup(id || undefined)}
          searchable
        />
      }
      sideWidth="190px"
      query={
        <>
          <TextField name="agentId" label="坐席工号" inputMode="numeric" width="108px" />
          <TextField name="name" label="姓名" width="108px" />
          <SelectField name="roleType" label="角色" options={optionsOf(seatRoleTexts)} width="84px" />
          <SelectField name="terminalType" label="终端类型" options={optionsOf(terminalTypeTexts)} width="116px" />
          <SelectField name="status" label="当前状态" options={statusOptions} width="100px" />
          <SelectField name="enable" label="启用" options={enableOptions} width="84px" />
        </>
      }
      actions={actions}
      rowActions={rowActions}
    />
  );
}
