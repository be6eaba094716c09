import { Box, Button, Flex } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { LeaveQuestion, TreeList } from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { choose, useAsked } from "../parts/chosen.ts";
import { interfaces } from "../parts/queries.ts";
import { Editor } from "./editor.tsx";

/** 接口配置: one interface, chosen here or in 接口列表. Unsaved text is asked for before another is shown. */
export default function InterfaceScreen() {
  const asked = useAsked();
  const mayAdd = useMayPress("/interfaceConfigList")("interface.add");
  const { data, isError, error, refetch } = interfaces.list.useQuery(
    { body: { pageNo: 1, pageSize: 9_999 } },
    { refetchOnMountOrArgChange: true },
  );
  const list = data?.list ?? [];
  const wanted = asked ?? list[0]?.id;
  const [shown, setShown] = useState(wanted);
  const [dirty, setDirty] = useState(false);
  const held = dirty && shown !== wanted;
  useEffect(() => {
    if (!dirty) setShown(wanted);
  }, [dirty, wanted]);
  const row = list.find(({ id }) => id === shown);
  if (isError && !data) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <Flex gap="2" p="3" h="full" minH="420px">
      <Box w="168px" flex="none" bg="bg" borderWidth="1px" borderRadius="md" overflow="auto">
        {mayAdd && (
          <Box p="2" pb="0">
            <Button size="xs" w="full" variant="outline" onClick={() => choose("new")}>
              <Plus aria-hidden />
              新增接口
            </Button>
          </Box>
        )}
        <TreeList
          label="接口"
          nodes={list.map(({ id, name, enabled }) => ({
            id,
            label: name,
            ...(enabled === 1 ? {} : { badge: "停用" }),
          }))}
          selected={shown}
          onSelect={choose}
          searchable={list.length > 10}
        />
      </Box>
      {shown === "new" || row ? (
        <Editor key={shown} row={row} onSaved={choose} onDirty={setDirty} />
      ) : (
        <Box flex="1">
          <EmptyState title="还没有接口" hint={`${mayAdd ? "点击“新增接口”，" : "接口"}把通话事件推送到自己的系统。`} />
        </Box>
      )}
      <LeaveQuestion
        open={held}
        onLeave={() => {
          setDirty(false);
          setShown(wanted);
        }}
        onStay={() => choose(shown)}
      />
    </Flex>
  );
}
