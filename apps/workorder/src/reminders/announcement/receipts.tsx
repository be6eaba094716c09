import { Button, Flex, HStack } from "@chakra-ui/react";
import { AppDrawer, DataTable, Pager, usePageSize, type Column } from "@liantai/ui";
import type { ReplyOf } from "@liantai/api/contract";
import type { noticeApi } from "@liantai/api/contract/workorder";
import { useState } from "react";
import { notices, type Announcement } from "../parts/queries.ts";

type Receipt = ReplyOf<typeof noticeApi.receipts>["list"][number];

const columns: readonly Column<Receipt>[] = [
  { id: "agentId", title: "工号", width: 80, value: (r) => r.agentId },
  { id: "name", title: "姓名", width: 120, value: (r) => r.name },
  { id: "readAt", title: "阅读时间", width: 160, value: (r) => r.readAt ?? "未读" },
];
const kinds = [
  ["", "全部"],
  ["0", "未读"],
  ["1", "已读"],
] as const;

/** 阅读情况: who has read it, and who has not. */
export function Receipts({ of, onClose }: { readonly of: Announcement; readonly onClose: () => void }) {
  const [read, setRead] = useState<"" | "0" | "1">("");
  const [pageNo, setPageNo] = useState(1);
  const [pageSize, setPageSize] = usePageSize("noticereceipts");
  const { data, error, isFetching, refetch } = notices.receipts.useQuery(
    { body: { id: of.id, read, pageNo, pageSize } },
    { refetchOnMountOrArgChange: true },
  );
  const choose = (next: "" | "0" | "1") => {
    setRead(next);
    setPageNo(1);
  };
  return (
    <AppDrawer open title={`阅读情况：${of.des}`} width="440px" onClose={onClose}>
      <HStack gap="1" mb="2" role="group" aria-label="阅读">
        {kinds.map(([value, label]) => (
          <Button
            key={value}
            size="xs"
            variant={read === value ? "solid" : "outline"}
            aria-pressed={read === value}
            onClick={() => choose(value)}
          >
            {label}
          </Button>
        ))}
      </HStack>
      <Flex direction="column" h="calc(100% - 40px)">
        <DataTable
          id="noticereceipts"
          label="阅读情况"
          columns={columns}
          rowId={(r) => r.id}
          list={{ rows: data?.list, error, fetching: isFetching, retry: () => void refetch() }}
          empty={{ title: "没有符合条件的人员" }}
        />
        <Pager
          total={data?.total ?? 0}
          pageNo={pageNo}
          pageSize={pageSize}
          onPage={setPageNo}
          onPageSize={(size) => {
            setPageSize(size);
            setPageNo(1);
          }}
        />
      </Flex>
    </AppDrawer>
  );
}
