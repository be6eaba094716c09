import { notifyDone } from "@liantai/api/client";
import { agentGroupApi } from "@liantai/api/contract/admin";
import {
  FormDrawer,
  MultiSelectField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
  sending,
} from "@liantai/ui/resource";
import { agentGroups, groupOptions, useGroups, useSeatChoices, type AgentGroup } from "../seats/queries.ts";

/** A group cannot hang under itself or under what hangs under it. */
function outside(groups: readonly AgentGroup[], id: string | undefined): readonly AgentGroup[] {
  if (id === undefined) return groups;
  const under = new Set([id]);
  for (let grew = true; grew;) {
    grew = false;
    for (const group of groups)
      if (group.parentId !== null && under.has(group.parentId) && !under.has(group.id))
        grew = Boolean(under.add(group.id));
  }
  return groups.filter((group) => !under.has(group.id));
}

interface GroupFormProps {
  /** Undefined: a new one. */
  readonly group?: AgentGroup | undefined;
  /** Of a new one: the group it hangs under. */
  readonly parentId?: string;
  readonly onClose: () => void;
}

export function GroupForm({ group, parentId = "", onClose }: GroupFormProps) {
  const { groups } = useGroups();
  const monitors = useSeatChoices({ roleType: "3" });
  const [add] = agentGroups.add.useMutation();
  const [update] = agentGroups.update.useMutation();
  const done = () => notifyDone("坐席组", group ? "保存" : "新增");
  const values = group
    ? { ...group, parentId: group.parentId ?? "", monitorIds: group.monitors.map((m) => m.agentId) }
    : { name: "", parentId, sort: 0, remark: "", monitorIds: [] };
  return (
    <FormDrawer
      open
      title={group ? "编辑坐席组" : "新增坐席组"}
      width="460px"
      values={values}
      {...(group
        ? sending(agentGroupApi.update.body!, (body) => update({ body }).unwrap().then(done))
        : sending(agentGroupApi.add.body!, (body) => add({ body }).unwrap().then(done)))}
      onClose={onClose}
    >
      <TextField name="name" label="坐席组名称" />
      <SelectField
        name="parentId"
        label="上级组"
        options={groupOptions(outside(groups ?? [], group?.id))}
        none="无（顶级组）"
      />
      <NumberField name="sort" label="排序" max={9_999} hint="数字小的在前" />
      <MultiSelectField
        name="monitorIds"
        label="班长"
        {...monitors}
        hint="班长可以查看和监控本组及下级组的坐席和通话。"
      />
      <TextAreaField name="remark" label="备注" rows={3} />
    </FormDrawer>
  );
}
