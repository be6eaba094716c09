/** Live sessions with a button that ends one: the own ones in the header's dialog, all of them on the operators' home. */
import { useMemo } from "react";
import { Badge, Button, Text } from "@chakra-ui/react";
import { DataTable, type Column } from "@liantai/ui";
import { deviceName, type authApi, type ReplyOf } from "@liantai/api/contract";
import { authQueries } from "@liantai/api/client";
import { roleTexts } from "./role-texts.ts";

type Row = ReplyOf<typeof authApi.sessions>["list"][number];

const most = 50;

function columnsOf(mine: boolean, busy: boolean, end: (id: string) => void): Column<Row>[] {
  const who: Column<Row>[] = [
    { id: "user", title: "用户", width: 120, value: (r) => r.nickName },
    { id: "account", title: "账号", width: 100, value: (r) => r.account },
    { id: "role", title: "角色", width: 90, value: (r) => roleTexts[r.roleType] ?? null },
  ];
  return [
    ...(mine ? [] : who),
    { id: "device", title: "设备", width: 170, value: (r) => deviceName(r.device) },
    { id: "address", title: "地址", width: 120, value: (r) => r.address },
    { id: "createdAt", title: "登录时间", width: 160, value: (r) => r.createdAt },
    { id: "lastSeenAt", title: "最近使用", width: 160, value: (r) => r.lastSeenAt },
    {
      id: "actions",
      title: "操作",
      width: 90,
      actions: true,
      value: () => null,
      cell: (r) =>
        r.current ? (
          <Badge colorPalette="green">当前登录</Badge>
        ) : (
          <Button
            size="2xs"
            variant="outline"
            colorPalette="red"
            disabled={busy}
            aria-label={`结束 ${r.nickName} 在 ${r.address} 的登录`}
            onClick={() => end(r.id)}
          >
            结束
          </Button>
        ),
    },
  ];
}

export function SessionList({ mine }: { readonly mine: boolean }) {
  const { data, error, isFetching, refetch } = authQueries.useSessionsQuery(
    { body: { pageNo: 1, pageSize: most, mine } },
    { refetchOnMountOrArgChange: true },
  );
  const [end, { isLoading }] = authQueries.useEndSessionMutation();
  const columns = useMemo(
    () => columnsOf(mine, isLoading, (id) => void end({ params: { id } })),
    [mine, isLoading, end],
  );
  const more = data && data.total > data.list.length ? `，显示最近 ${data.list.length} 个` : "";
  return (
    <DataTable
      id={mine ? "my-sessions" : "sessions"}
      label={mine ? "我的登录" : "登录中的会话"}
      columns={columns}
      rowId={(r) => r.id}
      empty={{ title: "没有登录中的会话" }}
      list={{ rows: data?.list, fetching: isFetching, error, retry: () => void refetch() }}
      toolbar={
        data ? (
          <Text color="fg.muted">
            共 {data.total} 个会话{more}
          </Text>
        ) : null
      }
    />
  );
}
