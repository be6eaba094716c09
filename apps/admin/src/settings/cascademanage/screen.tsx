import { Button, Flex, HStack, Text } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import { cascadeApi, cascadeLevels, fileApi } from "@liantai/api/contract/admin";
import { ConfirmDialog } from "@liantai/ui";
import { FormDialog, ImportDialog, TextField } from "@liantai/ui/resource";
import { Upload } from "lucide-react";
import { useState } from "react";
import { Column } from "./column.tsx";
import { cascades, type CascadeOption } from "./queries.ts";

type Form = { readonly parent: CascadeOption | undefined; readonly level: number; readonly row?: CascadeOption };

/** 级联管理: a column a level; choosing an option loads what is under it. */
export default function CascadeScreen() {
  const may = useMayPress("/cascademanage");
  const allowed = { add: may("cascade.add"), update: may("cascade.update"), delete: may("cascade.delete") };
  /** Chosen options from the top down. */
  const [path, setPath] = useState<readonly CascadeOption[]>([]);
  const [form, setForm] = useState<Form>();
  const [leaving, setLeaving] = useState<CascadeOption>();
  const [importing, setImporting] = useState(false);
  const [add] = cascades.add.useMutation();
  const [update] = cascades.update.useMutation();
  const [move] = cascades.move.useMutation();
  const [remove, { isLoading: removing }] = cascades.delete.useMutation();
  const columns = cascadeLevels.slice(0, path.length + 1);
  const moved = async (option: CascadeOption, step: -1 | 1) => {
    // A refusal is said by the shell.
    await move({ body: { id: option.id, step } })
      .unwrap()
      .catch(() => undefined);
  };
  const confirmed = async () => {
    const gone = leaving!;
    try {
      const { count } = await remove({ body: { ids: [gone.id] } }).unwrap();
      notifyDone("级联选项", "删除", { count });
      setPath(path.slice(0, gone.level - 1));
    } catch {
      // Said by the shell.
    }
    setLeaving(undefined);
  };
  return (
    <Flex direction="column" gap="2" p="3" h="full" minH="420px">
      <HStack gap="3">
        {may("cascade.import") && (
          <Button size="xs" variant="outline" colorPalette="gray" onClick={() => setImporting(true)}>
            <Upload aria-hidden />
            导入
          </Button>
        )}
        <Text color="fg.muted" truncate aria-live="polite">
          {path.length > 0
            ? `已选择：${path.map(({ name }) => name).join(" / ")}`
            : "选择一个选项，查看它的下级。最多5级。"}
        </Text>
      </HStack>
      <Flex gap="2" flex="1" minH="0" overflow="auto">
        {columns.map((title, i) => {
          const parent = path[i - 1];
          return (
            <Column
              key={`${i} ${parent?.id ?? ""}`}
              title={title}
              parentId={parent?.id ?? ""}
              selected={path[i]}
              may={allowed}
              onSelect={(option) => setPath([...path.slice(0, i), option])}
              onAdd={() => setForm({ parent, level: i })}
              onEdit={(row) => setForm({ parent, level: i, row })}
              onDelete={setLeaving}
              onMove={(option, step) => void moved(option, step)}
            />
          );
        })}
      </Flex>
      <FormDialog
        open={form !== undefined}
        title={`${form?.row ? "编辑" : "新增"}${cascadeLevels[form?.level ?? 0]}选项`}
        schema={cascadeApi.add.body!}
        width="420px"
        onClose={() => setForm(undefined)}
        values={{ name: form?.row?.name ?? "", parentId: form?.parent?.id ?? "" }}
        onSubmit={async (body) => {
          if (form?.row) {
            await update({ body: { id: form.row.id, name: body.name } }).unwrap();
            setPath(path.map((option) => (option.id === form.row!.id ? { ...option, name: body.name } : option)));
          } else await add({ body }).unwrap();
          notifyDone("级联选项", form?.row ? "保存" : "新增");
        }}
      >
        {form?.parent && (
          <Text color="fg.muted">
            上级：
            {path
              .slice(0, form.level)
              .map(({ name }) => name)
              .join(" / ")}
          </Text>
        )}
        <TextField name="name" label="名称" />
      </FormDialog>
      <ConfirmDialog
        open={leaving !== undefined}
        title="删除选项"
        confirm="删除"
        dangerous
        busy={removing}
        onConfirm={() => void confirmed()}
        onClose={() => setLeaving(undefined)}
        text={
          leaving && leaving.children > 0
            ? `“${leaving.name}”下有 ${leaving.children} 个下级选项，会一起删除。确定要删除吗？`
            : `确定要删除“${leaving?.name ?? ""}”吗？`
        }
      />
      <ImportDialog
        open={importing}
        title="导入级联选项"
        endpoint={cascades.importData}
        template={cascadeApi.importTemplate}
        templateName="级联选项导入模板.xlsx"
        failed={fileApi.down}
        onClose={() => setImporting(false)}
        onDone={() => setPath([])}
      />
    </Flex>
  );
}
