import { HStack } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import type { BodyOf } from "@liantai/api/contract";
import { knowledgeClassApi } from "@liantai/api/contract/flow-editor";
import {
  ActionBar,
  ActionButtons,
  formOf,
  NumberField,
  SelectField,
  TextField,
  TreeList,
  useActions,
  type Action,
  type TreeNode,
} from "@liantai/ui/resource";
import { Pencil, Trash2 } from "lucide-react";
import { allOf, classes, type KnowledgeClass } from "./queries.ts";

export type Kind = 1 | 2;

const below = (rows: readonly KnowledgeClass[], parentId: string): readonly TreeNode[] =>
  rows
    .filter((row) => row.parentId === parentId)
    .map((row) => ({ id: row.id, label: row.name, badge: row.items, children: below(rows, row.id) }));

/** Classes as options, each under its parents: 售后 / 退换. */
export function optionsOf(rows: readonly KnowledgeClass[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const path = (row: KnowledgeClass): string => {
    const parent = byId.get(row.parentId);
    return parent ? `${path(parent)} / ${row.name}` : row.name;
  };
  return rows.map((row) => ({ value: row.id, label: path(row) }));
}

export function useClasses(kind: Kind): readonly KnowledgeClass[] {
  const { data } = classes.list.useQuery({ body: { ...allOf, kind } }, { refetchOnMountOrArgChange: true });
  return data?.list ?? [];
}

function useClassActions(kind: Kind, rows: readonly KnowledgeClass[]) {
  const may = useMayPress("/knowledgebaseclassify");
  const [add] = classes.add.useMutation();
  const [update] = classes.update.useMutation();
  const [remove] = classes.delete.useMutation();
  const sheet = (
    title: string,
    values: object,
    send: (body: BodyOf<typeof knowledgeClassApi.add>) => unknown,
    but?: string,
  ) =>
    formOf({
      title,
      small: true,
      schema: knowledgeClassApi.add.body!,
      values,
      fields: (
        <>
          <TextField name="name" label="分类名称" />
          <SelectField
            name="parentId"
            label="上级分类"
            none="无"
            options={optionsOf(rows).filter(({ value }) => value !== but)}
          />
          <NumberField name="sort" label="排序" max={99_999} />
        </>
      ),
      send,
    });
  const blank = { kind, name: "", sort: 0 };
  const ofNode: readonly Action<TreeNode>[] = [
    {
      label: "新增下级",
      may: may("knowledgeClass.add"),
      adds: true,
      form: ({ id }) => sheet("新增分类", { ...blank, parentId: id }, (body) => add({ body })),
      done: ["分类", "新增"],
    },
    {
      label: "编辑",
      may: may("knowledgeClass.update"),
      icon: <Pencil aria-hidden />,
      form: ({ id }) => {
        const { name = "", parentId = "", sort = 0 } = rows.find((row) => row.id === id) ?? {};
        return sheet("编辑分类", { kind, name, parentId, sort }, (body) => update({ body: { ...body, id } }), id);
      },
      done: ["分类", "保存"],
    },
    {
      label: "删除",
      may: may("knowledgeClass.delete"),
      danger: true,
      icon: <Trash2 aria-hidden />,
      confirm: ({ label }) => ({ title: "删除分类", text: `确定要删除“${label}”吗？分类里有内容时不能删除。` }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["分类", "删除"],
    },
  ];
  const top: readonly Action[] = [
    {
      label: "新增分类",
      may: may("knowledgeClass.add"),
      adds: true,
      form: () => sheet("新增分类", { ...blank, parentId: "" }, (body) => add({ body })),
      done: ["分类", "新增"],
    },
  ];
  return { ofNode, top };
}

interface ClassTreeProps {
  readonly kind: Kind;
  /** '': all. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** The classes of one kind, left of what is in them; pressing the chosen one again shows all. */
export function ClassTree({ kind, chosen, onChoose }: ClassTreeProps) {
  const rows = useClasses(kind);
  const { ofNode, top } = useClassActions(kind, rows);
  const { press, opened } = useActions(ofNode);
  return (
    <>
      <HStack p="2" pb="0">
        <ActionBar actions={top} row={undefined} />
      </HStack>
      <TreeList
        label="分类"
        nodes={[{ id: "", label: "全部", children: below(rows, "") }]}
        selected={chosen}
        onSelect={onChoose}
        searchable
        actions={(node) =>
          node.id === "" ? null : (
            <HStack gap="0">
              <ActionButtons look="icon" actions={ofNode} row={node} name={node.label} press={press} />
            </HStack>
          )
        }
      />
      {opened}
    </>
  );
}
