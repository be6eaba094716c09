import { Box, HStack } from "@chakra-ui/react";
import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { unitApi } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  ActionButtons,
  useActions,
  ResourceScreen,
  TextField,
  TreeList,
  useResourceList,
  type TreeNode,
  type Action,
  ActionBar,
} from "@liantai/ui/resource";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { treeOf, units, type Unit } from "../parts/model.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { UnitForm } from "./unit-form.tsx";

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

/** Of a unit in the tree. `onGone`: it was deleted. */
function useNodeActions(rows: readonly Unit[], onGone: (id: string) => void): readonly Action<TreeNode>[] {
  const may = useUnitRights();
  const [remove] = units.delete.useMutation();
  const ofUnit = ({ id }: TreeNode) => id !== nobody;
  return [
    {
      label: "新增下级",
      may: may.add,
      adds: true,
      shown: ofUnit,
      sheet: ({ id }, close) => <UnitForm parentId={id} onClose={close} />,
    },
    {
      label: "编辑",
      may: may.update,
      icon: <Pencil aria-hidden />,
      shown: ofUnit,
      sheet: ({ id }, close) => <UnitForm unit={rows.find((row) => row.id === id)} onClose={close} />,
    },
    {
      label: "删除",
      may: may.delete,
      danger: true,
      icon: <Trash2 aria-hidden />,
      shown: ofUnit,
      confirm: ({ label }) => ({
        title: "删除运营单位",
        text: `确定要删除“${label}”吗？有下级单位、企业或账号的单位不能删除。`,
      }),
      run: async ({ id }) => {
        await remove({ body: { ids: [id] } }).unwrap();
        onGone(id);
      },
      done: ["运营单位", "删除"],
    },
  ];
}

interface SideProps {
  readonly rows: readonly Unit[];
  readonly nodes: readonly TreeNode[];
  readonly current: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}

function Side({ rows, nodes, current, onSelect }: SideProps) {
  const may = useUnitRights();
  const nodeActions = useNodeActions(rows, (id) => id === current && onSelect(undefined));
  const { press, opened } = useActions(nodeActions);
  const top = may.all ? "" : (nodes[0]?.id ?? "");
  return (
    <>
      {may.add && (
        <Box p="2" borderBottomWidth="1px">
          <ActionBar
            actions={[
              {
                label: "新增单位",
                icon: <Plus aria-hidden />,
                sheet: (_, close) => <UnitForm parentId={top} onClose={close} />,
              },
            ]}
            row={undefined}
          />
        </Box>
      )}
      <TreeList
        label="运营单位"
        nodes={nodes}
        selected={current}
        onSelect={onSelect}
        actions={(node) => (
          <HStack gap="0">
            <ActionButtons look="icon" actions={nodeActions} row={node} name={node.label} press={press} />
          </HStack>
        )}
        searchable
      />
      {opened}
    </>
  );
}

/** 运营单位: the tree, and the enterprises of the chosen unit and those below it. */
export default function OperationUnitsScreen() {
  const may = useUnitRights();
  const { data = [] } = units.list.useQuery({ body: {} });
  const [chosen, setChosen] = useState<string>();
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
      side={<Side rows={data} nodes={nodes} current={current} onSelect={setChosen} />}
      query={<TextField name="name" label="企业名称或编号" />}
      actions={
        unit
          ? [
              {
                label: "分配企业",
                may: may.assign,
                main: true,
                sheet: (_, close) => <AssignDialog unit={unit} onClose={close} />,
              },
            ]
          : []
      }
    />
  );
}
