import { notifyDone } from "@liantai/api/client";
import { Box, Button, Flex, HStack } from "@chakra-ui/react";
import { ConfirmDialog, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { TreeList } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { MenuDetail } from "./menu-detail.tsx";
import { MenuForm, MoveMenu, type Edited } from "./menu-form.tsx";
import { asTree, findMenu, menus, useMenuRights, type MenuNode } from "./model.ts";

/** 菜单管理 */
export default function MenuListScreen() {
  const { data, isError, error, refetch } = menus.list.useQuery({ body: {} });
  const rights = useMenuRights();
  const [selected, setSelected] = useState<string>();
  const [edited, setEdited] = useState<Edited>();
  const [moved, setMoved] = useState<MenuNode>();
  const [doomed, setDoomed] = useState<MenuNode>();
  const [remove, removing] = menus.delete.useMutation();
  const nodes = useMemo(() => asTree(data ?? []), [data]);
  const found = findMenu(data ?? [], selected);
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const confirmDelete = async () => {
    try {
      await remove({ body: { id: doomed!.id } }).unwrap();
      notifyDone("菜单", "删除", { note: doomed!.name });
      setSelected(undefined);
    } catch {
      // The shell says why.
    }
    setDoomed(undefined);
  };
  return (
    <Flex gap="2" p="3" h="full" minH="420px">
      <Flex direction="column" w="340px" flex="none" minH="0" bg="bg" borderWidth="1px" borderRadius="md">
        {rights.add && (
          <HStack gap="2" p="2" pb="0">
            <Button size="xs" onClick={() => setEdited({ kind: "group", parent: null })}>
              新增分组
            </Button>
            <Button size="xs" variant="outline" onClick={() => setEdited({ kind: "page", parent: null })}>
              新增链接
            </Button>
          </HStack>
        )}
        <Box flex="1" minH="0" overflow="auto">
          <TreeList label="菜单" searchable nodes={nodes} selected={selected} onSelect={setSelected} />
        </Box>
      </Flex>
      <Box flex="1" minW="0" overflow="auto" bg="bg" borderWidth="1px" borderRadius="md">
        {found ? (
          <MenuDetail found={found} onEdit={setEdited} onMove={setMoved} onDelete={setDoomed} />
        ) : (
          <EmptyState
            title="请选择菜单"
            hint="在左侧选择菜单或按钮，可以编辑、移动和删除；也可以新增分组和外部链接。"
          />
        )}
      </Box>
      <MenuForm edited={edited} onClose={() => setEdited(undefined)} onAdded={setSelected} />
      <MoveMenu tree={data} node={moved} onClose={() => setMoved(undefined)} />
      <ConfirmDialog
        open={doomed !== undefined}
        title="删除菜单"
        text={`确定要删除“${doomed?.name ?? ""}”吗？已授予角色的权限会一并收回。`}
        confirm="删除"
        dangerous
        busy={removing.isLoading}
        onConfirm={() => void confirmDelete()}
        onClose={() => setDoomed(undefined)}
      />
    </Flex>
  );
}
