import { Flex, HStack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { cascadeApi, cascadeLevels, fileApi } from "@liantai/api/contract/admin";
import { ImportDialog, TextField, formOf, type Action, Outcome, ActionBar } from "@liantai/ui/resource";
import { Upload } from "lucide-react";
import { useState } from "react";

import { useImports } from "@liantai/bus/react";
import { useImported } from "../../parts/use-imported.ts";
import { Column, type Place } from "./column.tsx";
import { cascades, type CascadeOption } from "./queries.ts";

const nameSchema = cascadeApi.add.body!.pick(["name"]);
type Path = readonly CascadeOption[];

/** What is done in the column of a level, under `path`; `onPath` takes the path as it is afterwards. */
function useCascadeActions(path: Path, onPath: (path: Path) => void) {
  const may = useMayPress("/cascademanage");
  const [add] = cascades.add.useMutation();
  const [update] = cascades.update.useMutation();
  const [move] = cascades.move.useMutation();
  const [remove] = cascades.delete.useMutation();
  const formOfLevel = (verb: string, level: number, name: string, send: (typed: { name: string }) => unknown) => {
    const above = path.slice(0, level);
    return formOf({
      title: `${verb}${cascadeLevels[level]}选项`,
      small: true,
      width: "420px",
      schema: nameSchema,
      values: { name },
      fields: (
        <>
          {above.length > 0 && <Text color="fg.muted">上级：{above.map((option) => option.name).join(" / ")}</Text>}
          <TextField name="name" label="名称" />
        </>
      ),
      send,
    });
  };
  const ofLevel = (level: number): readonly Action[] => [
    {
      label: "新增",
      may: may("cascade.add"),
      adds: true,
      form: () =>
        formOfLevel("新增", level, "", ({ name }) => add({ body: { name, parentId: path[level - 1]?.id ?? "" } })),
      done: ["级联选项", "新增"],
    },
  ];
  const ofOption = (level: number, { first, last }: Place): readonly Action<CascadeOption>[] => [
    {
      label: "编辑",
      may: may("cascade.update"),
      form: (row) =>
        formOfLevel("编辑", level, row.name, async ({ name }) => {
          await update({ body: { id: row.id, name } }).unwrap();
          onPath(path.map((option) => (option.id === row.id ? { ...option, name } : option)));
        }),
      done: ["级联选项", "保存"],
    },
    {
      label: "上移",
      may: may("cascade.update"),
      disabled: first,
      run: ({ id }) => move({ body: { id, step: -1 } }),
    },
    {
      label: "下移",
      may: may("cascade.update"),
      disabled: last,
      run: ({ id }) => move({ body: { id, step: 1 } }),
    },
    {
      label: "删除",
      may: may("cascade.delete"),
      danger: true,
      confirm: ({ name, children }) => ({
        title: "删除选项",
        text:
          children > 0 ? `“${name}”下有 ${children} 个下级选项，会一起删除。确定要删除吗？` : `确定要删除“${name}”吗？`,
      }),
      async run({ id }) {
        const { count } = await remove({ body: { ids: [id] } }).unwrap();
        onPath(path.slice(0, level));
        return new Outcome({ done: ["级联选项", "删除", { count }] });
      },
    },
  ];
  return { ofLevel, ofOption };
}

/** 级联管理: a column a level; choosing an option loads what is under it. */
export default function CascadeScreen() {
  const mayImport = useMayPress("/cascademanage")("cascade.import");
  /** Chosen options from the top down. */
  const [path, setPath] = useState<Path>([]);
  const { ofLevel, ofOption } = useCascadeActions(path, setPath);
  useImported("cascade", cascadeApi.importData);
  const importing: Action = {
    label: "导入",
    may: mayImport,
    icon: <Upload aria-hidden />,
    sheet: (_, close) => (
      <ImportDialog
        open
        title="导入级联选项"
        kind="cascade"
        useEvents={useImports}
        endpoint={cascades.importData}
        template={cascadeApi.importTemplate}
        templateName="级联选项导入模板.xlsx"
        failed={fileApi.down}
        onClose={close}
        onDone={() => setPath([])}
      />
    ),
  };
  return (
    <Flex direction="column" gap="2" p="3" h="full" minH="420px">
      <HStack gap="3">
        <ActionBar actions={[importing]} row={undefined} />
        <Text color="fg.muted" truncate aria-live="polite">
          {path.length > 0
            ? `已选择：${path.map(({ name }) => name).join(" / ")}`
            : "选择一个选项，查看它的下级。最多5级。"}
        </Text>
      </HStack>
      <Flex gap="2" flex="1" minH="0" overflow="auto">
        {cascadeLevels.slice(0, path.length + 1).map((title, level) => {
          const parent = path[level - 1];
          return (
            <Column
              key={`${level} ${parent?.id ?? ""}`}
              title={title}
              parentId={parent?.id ?? ""}
              selected={path[level]}
              onSelect={(option) => setPath([...path.slice(0, level), option])}
              actions={ofLevel(level)}
              optionActions={(place) => ofOption(level, place)}
            />
          );
        })}
      </Flex>
    </Flex>
  );
}
