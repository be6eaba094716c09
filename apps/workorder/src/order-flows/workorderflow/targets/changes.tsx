/** What a change does to open orders, before it is made, and how many it was. */
import { Button, Stack, Table, Text } from "@chakra-ui/react";
import { AppDialog } from "@liantai/ui";
import { phaseText, type Changes, type Counted } from "./typed.ts";

type AsItIs = Changes["list"][number]["before"];

const asItIsText = ({ phase, dueTime }: AsItIs): string =>
  dueTime === "" ? phaseText(phase) : `${phaseText(phase)}，${dueTime} 到期`;

function ChangesTable({ changes: { total, changed, list } }: { readonly changes: Changes }) {
  if (changed === 0) return <Text>未办结的{total}个工单都没有变化。</Text>;
  return (
    <Stack gap="2">
      <Text>
        未办结的{total}个工单中，{changed}个会变化
        {changed > list.length && `，以下是前${list.length}个`}：
      </Text>
      <Table.Root size="sm" aria-label="会变化的工单">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>工单</Table.ColumnHeader>
            <Table.ColumnHeader>现在</Table.ColumnHeader>
            <Table.ColumnHeader>改变后</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {list.map(({ id, workCode, title, before, after }) => (
            <Table.Row key={id}>
              <Table.Cell>{workCode || title}</Table.Cell>
              <Table.Cell>{asItIsText(before)}</Table.Cell>
              <Table.Cell>{asItIsText(after)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Stack>
  );
}

interface ChangesDialogProps {
  readonly changes: Changes;
  /** Absent: it is only looked at. */
  readonly onSave?: (recompute: boolean) => void;
  readonly busy: boolean;
  readonly onClose: () => void;
}

export function ChangesDialog({ changes, onSave, busy, onClose }: ChangesDialogProps) {
  return (
    <AppDialog
      open
      title="对未办结工单的影响"
      width="720px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {onSave ? "继续编辑" : "关闭"}
          </Button>
          {onSave && (
            <>
              <Button variant="outline" loading={busy} onClick={() => onSave(false)}>
                只保存
              </Button>
              <Button loading={busy} onClick={() => onSave(true)}>
                保存并重算
              </Button>
            </>
          )}
        </>
      }
    >
      <Stack gap="3">
        <ChangesTable changes={changes} />
        {onSave && (
          <Text color="fg.muted" textStyle="xs">
            只保存：每个工单从下一步操作起按新的目标计算。保存并重算：现在就从历史记录重新计算。
          </Text>
        )}
      </Stack>
    </AppDialog>
  );
}

interface RecomputedProps extends Counted {
  readonly onClose: () => void;
}

export function RecomputedDialog({ count, asJob, onClose }: RecomputedProps) {
  return (
    <AppDialog open title="重算服务目标" onClose={onClose} footer={<Button onClick={onClose}>知道了</Button>}>
      <Text>
        {asJob === 1 ? `未办结的${count}个工单正在后台重算，列表会陆续更新。` : `已重算未办结的${count}个工单。`}
      </Text>
    </AppDialog>
  );
}
