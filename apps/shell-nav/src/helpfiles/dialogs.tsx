import { Button, chakra, Stack } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { helpApi } from "@liantai/api/contract/help";
import { AppDialog, AppForm, ConfirmDialog, SelectField, TextField } from "@liantai/ui";
import { useId } from "react";
import type { InferType } from "yup";
import { foldersOf, help, type HelpNode } from "./model.ts";

const folderForm = helpApi.add.body!.pick(["title", "parentId"]);
const folderValues = { title: "", parentId: "" };
/** No choice means the top. */
const top = [{ value: "", label: "最上级" }];
const Footer = chakra("div", { base: { display: "flex", justifyContent: "flex-end", gap: "2" } });

interface FolderProps {
  readonly nodes: readonly HelpNode[];
  /** Given: it is renamed or moved. */
  readonly folder?: HelpNode | undefined;
  readonly onClose: () => void;
}

/** A folder, new or another name and place for one. */
export function FolderDialog({ nodes, folder, onClose }: FolderProps) {
  const [add, adding] = help.add.useMutation();
  const [update, updating] = help.update.useMutation();
  const [move] = help.move.useMutation();
  const id = useId();
  const save = async (values: InferType<typeof folderForm>) => {
    const [name, parent] = [values.title, values.parentId ?? ""];
    try {
      if (!folder) await add({ body: { kind: "folder", title: name, parentId: parent } }).unwrap();
      else {
        if (name !== folder.title) await update({ body: { id: folder.id, title: name } }).unwrap();
        if (parent !== folder.parentId) await move({ body: { id: folder.id, parentId: parent } }).unwrap();
      }
      notifyDone("帮助文档", "保存");
      onClose();
    } catch {
      // Said by the shell; the dialog keeps its text.
    }
  };
  return (
    <AppDialog
      open
      title={folder ? "编辑目录" : "新建目录"}
      width="420px"
      onClose={onClose}
      footer={
        <Footer>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
          <Button type="submit" form={id} loading={adding.isLoading || updating.isLoading}>
            保存
          </Button>
        </Footer>
      }
    >
      <AppForm
        id={id}
        schema={folderForm}
        values={folder ? { title: folder.title, parentId: folder.parentId } : folderValues}
        onSubmit={save}
      >
        <Stack gap="3">
          <TextField name="title" label="标题" />
          <SelectField
            name="parentId"
            label="上级目录"
            none={false}
            options={[...top, ...foldersOf(nodes, folder?.id).map(({ id: value, path }) => ({ value, label: path }))]}
          />
        </Stack>
      </AppForm>
    </AppDialog>
  );
}

export function DeleteDialog({
  node,
  onClose,
  onDone,
}: {
  readonly node: HelpNode;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [remove, { isLoading }] = help.delete.useMutation();
  const run = async () => {
    try {
      const { count } = await remove({ body: { id: node.id } }).unwrap();
      notifyDone("帮助文档", "删除", { count });
      onDone();
    } catch {
      // Said by the shell.
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={node.kind === "folder" ? "删除目录" : "删除文档"}
      text={
        node.kind === "folder"
          ? `“${node.title}”和其中的全部内容会一起删除。确定要删除吗？`
          : `确定要删除“${node.title}”吗？删除后不能恢复。`
      }
      confirm="删除"
      dangerous
      busy={isLoading}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}
