import { Box, Button, HStack, IconButton } from "@chakra-ui/react";
import { mayOperate, selectUser, useSelector, notifyDone } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { unitApi } from "@liantai/api/contract/admin";
import { ConfirmDialog, StatusBadge, type Column } from "@liantai/ui";
import { ResourceScreen, TextField, TreeList, useResourceList, type TreeNode } from "@liantai/ui/resource";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { treeOf, units } from "../parts/model.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { UnitForm, type EditedUnit } from "./unit-form.tsx";

type Row = ReplyOf<typeof unitApi.organizCompanyList>["list"][number];
const filterSchema = object({ name: unitApi.organizCompanyList.body!.fields.name });
const defaults = () => ({ name: "" });
/** Node of the enterprises that no unit has. */
const nobody = "none";

const columns: readonly Column<Row>[] = [
  { id: "compId", title: "企业编号", width: 110, value: (r) => r.compId, sortBy: "compId" },
  { id: "name", title: "企业名称", width: 260, value: (r) => r.name, sortBy: "name" },
  { id: "unitName", title: "运营单位", width: 180, value: (r) => r.unitName },
  {
    id: "enabled",
    title: "状态",
    width: 84,
    value: (r) => (r.enabled === 1 ? "启用" : "停用"),
    cell: (r) => (
      <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{r.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
];

function useUnitRights() {
  const user = useSelector(selectUser);
  return {
    all: user?.isSuper === 1,
    add: mayOperate(user, "unit.add"),
    update: mayOperate(user, "unit.update"),
    delete: mayOperate(user, "unit.delete"),
    assign: mayOperate(user, "unit.assign"),
  };
}

/** 运营单位: the tree, and the enterprises of the chosen unit and those below it. */
export default function OperationUnitsScreen() {
  const may = useUnitRights();
  const { data = [] } = units.list.useQuery({ body: {} });
  const [remove, removing] = units.delete.useMutation();
  const [chosen, setChosen] = useState<string>();
  const [edited, setEdited] = useState<EditedUnit>();
  const [doomed, setDoomed] = useState<string>();
  const [assigning, setAssigning] = useState<string>();
  const nodes = useMemo<readonly TreeNode[]>(
    () => [...treeOf(data), ...(may.all ? [{ id: nobody, label: "未分配的企业" }] : [])],
    [data, may.all],
  );
  const current = chosen ?? nodes[0]?.id;
  const unit = data.find((each) => each.id === current);
  const resource = useResourceList<Row, ReturnType<typeof defaults>>({
    id: "operationunits",
    endpoint: units.organizCompanyList,
    filterSchema,
    defaults,
    skip: current === undefined,
    extra: current === nobody ? { below: false } : { unitId: current, below: true },
  });
  const named = (id: string | undefined) => data.find((each) => each.id === id);

  const actions = ({ id, label }: TreeNode) =>
    id === nobody ? null : (
      <HStack gap="0">
        {may.add && (
          <IconButton
            size="2xs"
            variant="ghost"
            aria-label={`在${label}下新增`}
            title="新增下级"
            onClick={() => setEdited({ unit: undefined, parentId: id })}
          >
            <Plus aria-hidden />
          </IconButton>
        )}
        {may.update && (
          <IconButton
            size="2xs"
            variant="ghost"
            aria-label={`编辑${label}`}
            title="编辑"
            onClick={() => setEdited({ unit: named(id), parentId: "" })}
          >
            <Pencil aria-hidden />
          </IconButton>
        )}
        {may.delete && (
          <IconButton
            size="2xs"
            variant="ghost"
            colorPalette="red"
            aria-label={`删除${label}`}
            title="删除"
            onClick={() => setDoomed(id)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </HStack>
    );
  const confirmed = async () => {
    try {
      await remove({ body: { ids: [doomed!] } }).unwrap();
      notifyDone("运营单位", "删除");
      if (doomed === current) setChosen(undefined);
    } catch {
      // Said by the shell.
    } finally {
      setDoomed(undefined);
    }
  };
  const assignee = named(assigning);
  return (
    <ResourceScreen
      label="负责的企业"
      columns={columns}
      rowId={(row) => row.compId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      sideWidth="280px"
      empty={{
        title: current === undefined ? "还没有运营单位" : "该单位没有负责的企业",
        ...(current === undefined ? { hint: "新增单位后，可把企业分配给它。" } : {}),
      }}
      side={
        <>
          {may.add && (
            <Box p="2" borderBottomWidth="1px">
              <Button
                size="xs"
                w="full"
                variant="outline"
                onClick={() => setEdited({ unit: undefined, parentId: may.all ? "" : (nodes[0]?.id ?? "") })}
              >
                <Plus aria-hidden />
                新增单位
              </Button>
            </Box>
          )}
          <TreeList
            label="运营单位"
            nodes={nodes}
            selected={current}
            onSelect={setChosen}
            actions={actions}
            searchable
          />
        </>
      }
      query={<TextField name="name" label="企业名称或编号" />}
      toolbar={
        may.assign &&
        unit && (
          <Button size="xs" onClick={() => setAssigning(unit.id)}>
            分配企业
          </Button>
        )
      }
    >
      {edited && <UnitForm edited={edited} onClose={() => setEdited(undefined)} />}
      {assignee && <AssignDialog unit={assignee} onClose={() => setAssigning(undefined)} />}
      <ConfirmDialog
        open={doomed !== undefined}
        title="删除运营单位"
        dangerous
        confirm="删除"
        busy={removing.isLoading}
        text={`确定要删除“${named(doomed)?.name ?? ""}”吗？有下级单位、企业或账号的单位不能删除。`}
        onConfirm={() => void confirmed()}
        onClose={() => setDoomed(undefined)}
      />
    </ResourceScreen>
  );
}
