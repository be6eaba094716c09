import { Box, Flex, HStack } from "@chakra-ui/react";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { TreeList, type Action, ActionBar } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { MenuDetail } from "./menu-detail.tsx";
import { useMenuForm } from "./menu-form.tsx";
import { asTree, findMenu, menus, useMenuRights } from "./model.ts";

/** 菜单管理 */
export default function MenuListScreen() {
  const { data, isError, error, refetch } = menus.list.useQuery({ body: {} });
  const rights = useMenuRights();
  const [selected, setSelected] = useState<string>();
  const add = useMenuForm(setSelected);
  const actions: readonly Action[] = [
    {
      label: "新增分组",
      may: rights.add,
      main: true,
      form: () => add({ kind: "group", parent: null }),
    },
    { label: "新增链接", may: rights.add, form: () => add({ kind: "page", parent: null }) },
  ];
  const nodes = useMemo(() => asTree(data ?? []), [data]);
  const found = findMenu(data ?? [], selected);
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <Flex gap="2" p="3" h="full" minH="420px">
      <Flex direction="column" w="340px" flex="none" minH="0" bg="bg" borderWidth="1px" borderRadius="md">
        <HStack gap="2" p="2" pb="0">
          <ActionBar actions={actions} row={undefined} />
        </HStack>
        <Box flex="1" minH="0" overflow="auto">
          <TreeList label="菜单" searchable nodes={nodes} selected={selected} onSelect={setSelected} />
        </Box>
      </Flex>
      <Box flex="1" minW="0" overflow="auto" bg="bg" borderWidth="1px" borderRadius="md">
        {found ? (
          <MenuDetail key={found.node.id} tree={data} found={found} onSelect={setSelected} />
        ) : (
          <EmptyState
            title="请选择菜单"
            hint="在左侧选择菜单或按钮，可以编辑、移动和删除；也可以新增分组和外部链接。"
          />
        )}
      </Box>
    </Flex>
  );
}
