/** 查重: groups that the job found, merges and their undoing, and the rules. */
import { Badge, Button, HStack, Stack, Tabs, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { undoDays } from "@liantai/api/contract/workorder";
import {
  ConfirmDialog,
  DataTable,
  EmptyState,
  FailureState,
  LoadingState,
  Pager,
  usePageSize,
  usePolling,
  type Column,
} from "@liantai/ui";
import { GuardedDrawer, LeaveGuard, useActionColumn, type Action } from "@liantai/ui/resource";
import { useState } from "react";
import { MergeDrawer } from "./merge-dialog.tsx";
import { duplicates, type Group, type Merge } from "./queries.ts";
import { DuplicateSettings } from "./settings.tsx";

interface Props {
  readonly formId: string;
  readonly noun: string;
  readonly onClose: () => void;
  /** The list is another now. */
  readonly onChanged: () => void;
}

/** Which page is looked at; with another size it is the first again. */
function usePages(id: string) {
  const [pageNo, onPage] = useState(1);
  const [pageSize, setPageSize] = usePageSize(id);
  const onPageSize = (size: number) => {
    setPageSize(size);
    onPage(1);
  };
  return { pageNo, pageSize, onPage, onPageSize };
}

/** A group of more than two is merged two by two. */
function GroupLine({
  group,
  noun,
  onMerge,
}: {
  readonly group: Group;
  readonly noun: string;
  readonly onMerge: (ids: readonly [string, string]) => void;
}) {
  const [ignore, { isLoading: busy }] = duplicates.ignore.useMutation();
  const [asking, ask] = useState(false);
  const [first, second] = group.records;
  const away = () =>
    ignore({ body: { id: group.id } })
      .unwrap()
      .then(
        () => notifyDone("重复数据", "忽略"),
        () => undefined,
      )
      .finally(() => ask(false));
  return (
    <HStack gap="3" py="2" borderBottomWidth="1px" wrap="wrap">
      <Badge size="xs" colorPalette={group.score >= 90 ? "red" : "orange"}>
        {group.score} 分
      </Badge>
      <Text flex="1" minW="0">
        {group.records
          .map(({ title, ownerName }) => `${title || "不在数据范围内"}${ownerName && `（${ownerName}）`}`)
          .join("、")}
        <Text as="span" color="fg.muted" textStyle="xs" ms="2">
          {group.reasons.join("、")}
        </Text>
      </Text>
      {first && second && (
        <Button size="xs" variant="outline" onClick={() => onMerge([first.id, second.id])}>
          合并
        </Button>
      )}
      <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => ask(true)}>
        不是重复
      </Button>
      <ConfirmDialog
        open={asking}
        title="不是重复"
        text={`确定这组${noun}不是重复数据吗？以后的全量查重不再列出它们。`}
        confirm="不是重复"
        busy={busy}
        onConfirm={() => void away()}
        onClose={() => ask(false)}
      />
    </HStack>
  );
}

function Groups({ formId, noun, onChanged }: Omit<Props, "onClose">) {
  const { pageNo, pageSize, onPage, onPageSize } = usePages("duplicateGroups");
  const [scan, { isLoading }] = duplicates.scan.useMutation();
  const [merging, merge] = useState<readonly [string, string]>();
  const { data, error, refetch } = duplicates.groups.useQuery(
    { body: { formId, pageNo, pageSize } },
    { refetchOnMountOrArgChange: true },
  );
  const running = data?.running === true;
  usePolling(() => running && void refetch());
  if (error && !data) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <Stack gap="2">
      <HStack gap="3">
        {/* A refusal is said by the shell. */}
        <Button
          size="xs"
          loading={isLoading || running}
          loadingText="查重中"
          onClick={() =>
            void scan({ body: { formId } })
              .unwrap()
              .catch(() => undefined)
          }
        >
          全量查重
        </Button>
        <Text color="fg.muted" textStyle="xs">
          {data.scannedTime === "" ? "还没有查过" : `上次查重：${data.scannedTime}`}
        </Text>
      </HStack>
      {data.list.length === 0 ? (
        <EmptyState title="没有重复数据" hint="按查重设置中的规则检查这张表单的全部数据。" />
      ) : (
        data.list.map((group) => <GroupLine key={group.id} group={group} noun={noun} onMerge={merge} />)
      )}
      <Pager {...{ total: data.total, pageNo, pageSize, onPage, onPageSize }} />
      {merging && (
        <MergeDrawer
          ids={merging}
          noun={noun}
          onClose={() => merge(undefined)}
          onDone={() => {
            merge(undefined);
            onChanged();
          }}
        />
      )}
    </Stack>
  );
}

const columns: readonly Column<Merge>[] = [
  { id: "survivor", title: "留下的", width: 140, value: (row) => row.survivorTitle },
  { id: "loser", title: "被合并的", width: 140, value: (row) => row.loserTitle },
  { id: "time", title: "合并时间", width: 160, value: (row) => row.time },
  { id: "by", title: "合并人", width: 90, value: (row) => row.by },
  { id: "undone", title: "撤销时间", width: 160, value: (row) => row.undoneTime },
];

function Merges({ formId, onChanged }: Omit<Props, "onClose">) {
  const { pageNo, pageSize, onPage, onPageSize } = usePages("recordMerges");
  const { data, error, isFetching, refetch } = duplicates.merges.useQuery(
    { body: { formId, pageNo, pageSize } },
    { refetchOnMountOrArgChange: true },
  );
  const [undo] = duplicates.undo.useMutation();
  const undoing: Action<Merge> = {
    label: "撤销合并",
    shown: ({ mayUndo }) => mayUndo,
    confirm: ({ survivorTitle, loserTitle }) => ({
      title: "撤销合并",
      text: `“${survivorTitle}”和“${loserTitle}”都恢复为合并前的样子，确定要撤销吗？`,
    }),
    run: ({ id }) => undo({ body: { id } }).unwrap().then(onChanged),
    done: ["合并", "撤销"],
  };
  const shown = useActionColumn(columns, [undoing]);
  return (
    <Stack gap="2">
      <Text color="fg.muted" textStyle="xs">
        合并后{undoDays}天内可以撤销；合并后又修改过的不能撤销。
      </Text>
      <DataTable
        id="recordMerges"
        label="合并记录"
        columns={shown.columns}
        rowId={(row) => row.id}
        list={{ rows: data?.list, fetching: isFetching, error, retry: () => void refetch() }}
        empty={{ title: "还没有合并过" }}
      />
      <Pager {...{ total: data?.total ?? 0, pageNo, pageSize, onPage, onPageSize }} />
      {shown.opened}
    </Stack>
  );
}

function Settings({ formId }: { readonly formId: string }) {
  const { data, error, refetch } = duplicates.setting.useQuery(
    { body: { formId } },
    { refetchOnMountOrArgChange: true },
  );
  if (error && !data) return <FailureState error={error} onRetry={() => void refetch()} />;
  return data ? <DuplicateSettings formId={formId} setting={data} /> : <LoadingState />;
}

interface DrawerProps extends Props {
  readonly mayMerge: boolean;
  readonly maySet: boolean;
}

export function DuplicatesDrawer({ mayMerge, maySet, ...props }: DrawerProps) {
  const [tab, show] = useState(mayMerge ? "groups" : "settings");
  return (
    <GuardedDrawer open title={`${props.noun}查重`} width="860px" onClose={props.onClose}>
      {/* Settings are gone with their tab. */}
      <LeaveGuard>
        {(ask) => (
          <Tabs.Root
            value={tab}
            onValueChange={({ value }) => ask(() => show(value))}
            size="sm"
            lazyMount
            unmountOnExit
          >
            <Tabs.List>
              {mayMerge && <Tabs.Trigger value="groups">重复数据</Tabs.Trigger>}
              {mayMerge && <Tabs.Trigger value="merges">合并记录</Tabs.Trigger>}
              {maySet && <Tabs.Trigger value="settings">查重设置</Tabs.Trigger>}
            </Tabs.List>
            <Tabs.Content value="groups">
              <Groups {...props} />
            </Tabs.Content>
            <Tabs.Content value="merges">
              <Merges {...props} />
            </Tabs.Content>
            <Tabs.Content value="settings">
              <Settings formId={props.formId} />
            </Tabs.Content>
          </Tabs.Root>
        )}
      </LeaveGuard>
    </GuardedDrawer>
  );
}
