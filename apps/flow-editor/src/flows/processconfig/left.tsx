import { Button, Stack, Table, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import type { flowApi } from "@liantai/api/contract/flow-editor";
import { AppDialog, ColumnHeads } from "@liantai/ui";

type Reply = ReplyOf<typeof flowApi.importZip>;

/** What was made of what came with the flow, by kinds: '，新增意图2个、正则规则1个'; '' where nothing was. */
export function madeText(made: Reply["made"]): string {
  const counts = new Map<string, number>();
  for (const { kindName } of made) counts.set(kindName, (counts.get(kindName) ?? 0) + 1);
  const words = Array.from(counts, ([kind, count]) => `${kind}${count}个`);
  return words.length === 0 ? "" : `，新增${words.join("、")}`;
}

function Missing({ missing }: Pick<Reply, "missing">) {
  return (
    <>
      <Text>这些对象在本企业找不到，已留空。请在编辑器里重新选择后再发布。</Text>
      <Table.Root size="sm" aria-label="缺少的对象">
        <ColumnHeads titles={["类型", "原对象", "节点"]} />
        <Table.Body>
          {missing.map((one, at) => (
            <Table.Row key={at}>
              <Table.Cell>{one.kindName}</Table.Cell>
              <Table.Cell>{one.name === "" ? one.id : one.name}</Table.Cell>
              <Table.Cell>{one.nodeName}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </>
  );
}

function Unpublished({ unpublished }: Pick<Reply, "unpublished">) {
  return (
    <>
      <Text>这些公共子流程已存为草稿，改好并发布后，流程才能调用：</Text>
      {unpublished.map(({ name, text }) => (
        <Text key={name}>
          “{name}”{text}
        </Text>
      ))}
    </>
  );
}

interface LeftProps {
  readonly reply: Reply;
  readonly onClose: () => void;
}

/**
 * What an import leaves to be done: what the flow names and this enterprise does not have, left blank, to be chosen in the editor; what
 * could not be published here.
 */
export function Left({ reply: { name, missing, unpublished }, onClose }: LeftProps) {
  const title =
    missing.length > 0 ? `“${name}”缺少${missing.length}项` : `“${name}”有${unpublished.length}个公共子流程未发布`;
  return (
    <AppDialog open title={title} width="520px" onClose={onClose} footer={<Button onClick={onClose}>知道了</Button>}>
      <Stack gap="2">
        {missing.length > 0 && <Missing missing={missing} />}
        {unpublished.length > 0 && <Unpublished unpublished={unpublished} />}
      </Stack>
    </AppDialog>
  );
}
