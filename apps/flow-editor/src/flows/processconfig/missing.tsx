import { Button, Stack, Table, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import type { flowApi } from "@liantai/api/contract/flow-editor";
import { AppDialog, ColumnHeads } from "@liantai/ui";

interface MissingProps {
  readonly name: string;
  readonly list: ReplyOf<typeof flowApi.importZip>["missing"];
  readonly onClose: () => void;
}

/** What was made of what came with the flow, by kinds: '，新增意图2个、正则规则1个'; '' where nothing was. */
export function madeText(made: ReplyOf<typeof flowApi.importZip>["made"]): string {
  const counts = new Map<string, number>();
  for (const { kindName } of made) counts.set(kindName, (counts.get(kindName) ?? 0) + 1);
  const words = Array.from(counts, ([kind, count]) => `${kind}${count}个`);
  return words.length === 0 ? "" : `，新增${words.join("、")}`;
}

/** What a flow that was imported names and this enterprise does not have: left blank, to be chosen in the editor. */
export function Missing({ name, list, onClose }: MissingProps) {
  return (
    <AppDialog
      open
      title={`“${name}”缺少${list.length}项`}
      width="520px"
      onClose={onClose}
      footer={<Button onClick={onClose}>知道了</Button>}
    >
      <Stack gap="2">
        <Text>这些对象在本企业找不到，已留空。请在编辑器里重新选择后再发布。</Text>
        <Table.Root size="sm" aria-label="缺少的对象">
          <ColumnHeads titles={["类型", "原对象", "节点"]} />
          <Table.Body>
            {list.map((one, at) => (
              <Table.Row key={at}>
                <Table.Cell>{one.kindName}</Table.Cell>
                <Table.Cell>{one.name === "" ? one.id : one.name}</Table.Cell>
                <Table.Cell>{one.nodeName}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Stack>
    </AppDialog>
  );
}
