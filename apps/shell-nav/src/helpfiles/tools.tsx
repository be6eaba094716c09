/** What an operator does with the help: documents and folders made, changed, moved, deleted. */
import { HStack } from "@chakra-ui/react";
import { helpApi } from "@liantai/api/contract/help";
import { ActionBar, formOf, Outcome, SelectField, TextField, type Action } from "@liantai/ui/resource";
import { foldersOf, help, type HelpNode } from "./model.ts";

const folderSchema = helpApi.add.body!.pick(["title", "parentId"]);
/** No choice means the top. */
const top = [{ value: "", label: "最上级" }];

const folderFields = (nodes: readonly HelpNode[], without?: string) => (
  <>
    <TextField name="title" label="标题" />
    <SelectField
      name="parentId"
      label="上级目录"
      none={false}
      options={[...top, ...foldersOf(nodes, without).map(({ id, path }) => ({ value: id, label: path }))]}
    />
  </>
);

/** The forms of a folder: a new one, another name and place for one. */
function useFolderForms(nodes: readonly HelpNode[]) {
  const [add] = help.add.useMutation();
  const [update] = help.update.useMutation();
  const [move] = help.move.useMutation();
  const shared = { small: true, width: "420px", schema: folderSchema };
  const added = () =>
    formOf({
      ...shared,
      title: "新建目录",
      values: { title: "", parentId: "" },
      fields: folderFields(nodes),
      send: ({ title, parentId = "" }) => add({ body: { kind: "folder", title, parentId } }),
    });
  const edited = (folder: HelpNode) =>
    formOf({
      ...shared,
      title: "编辑目录",
      values: { title: folder.title, parentId: folder.parentId },
      fields: folderFields(nodes, folder.id),
      async send({ title, parentId = "" }) {
        if (title !== folder.title) await update({ body: { id: folder.id, title } }).unwrap();
        if (parentId !== folder.parentId) await move({ body: { id: folder.id, parentId } }).unwrap();
      },
    });
  return { added, edited };
}

interface ToolsProps {
  readonly node: HelpNode | undefined;
  readonly nodes: readonly HelpNode[];
  /** A document is written beside the tree; undefined: a new one. */
  readonly onEdit: (id: string | undefined) => void;
  readonly onGone: () => void;
}

const isFolder = ({ kind }: HelpNode): boolean => kind === "folder";

function useNodeActions({ node, nodes, onEdit, onGone }: ToolsProps): readonly Action<HelpNode>[] {
  const { edited } = useFolderForms(nodes);
  const [move] = help.move.useMutation();
  const [remove] = help.delete.useMutation();
  const siblings = nodes.filter(({ parentId }) => parentId === node?.parentId);
  const at = siblings.findIndex(({ id }) => id === node?.id);
  return [
    node && isFolder(node)
      ? { label: "编辑", form: edited, done: ["帮助文档", "保存"] }
      : { label: "编辑", run: ({ id }) => onEdit(id) },
    { label: "上移", disabled: at <= 0, run: ({ id }) => move({ body: { id, step: -1 } }) },
    { label: "下移", disabled: at < 0 || at === siblings.length - 1, run: ({ id }) => move({ body: { id, step: 1 } }) },
    {
      label: "删除",
      danger: true,
      confirm: (gone) =>
        isFolder(gone)
          ? { title: "删除目录", text: `“${gone.title}”和其中的全部内容会一起删除。确定要删除吗？` }
          : { title: "删除文档", text: `确定要删除“${gone.title}”吗？删除后不能恢复。` },
      async run({ id }) {
        const { count } = await remove({ body: { id } }).unwrap();
        onGone();
        return new Outcome({ done: ["帮助文档", "删除", { count }] });
      },
    },
  ];
}

/** What an operator may do with the help and with the node that is chosen. */
export function Tools(props: ToolsProps) {
  const { node, nodes, onEdit } = props;
  const { added } = useFolderForms(nodes);
  const actions: readonly Action[] = [
    { label: "新建文档", main: true, run: () => onEdit(undefined) },
    { label: "新建目录", form: added, done: ["帮助文档", "保存"] },
  ];
  const nodeActions = useNodeActions(props);
  return (
    <HStack gap="1" wrap="wrap" p="2" borderBottomWidth="1px">
      <ActionBar actions={actions} row={undefined} />
      {node && <ActionBar look="row" actions={nodeActions} row={node} />}
    </HStack>
  );
}
