import { Stack, Text } from "@chakra-ui/react";
import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import { keyLife, publishKeyApi } from "@liantai/api/contract/admin";
import { AppDrawer, DataTable, StatusBadge, type Column, type ListView } from "@liantai/ui";
import { ActionBar, formOf, NumberField, TextField, useActionColumn, type Action } from "@liantai/ui/resource";
import { shownOnce } from "../../seats/seats/secret-once.tsx";
import { keys, keyStates, type PublishKey } from "./words.ts";

const plain: readonly Column<PublishKey>[] = [
  { id: "name", title: "密钥名称", width: 130, value: (r) => r.name },
  {
    id: "state",
    title: "状态",
    width: 84,
    value: (r) => keyStates[r.state].name,
    cell: (r) => <StatusBadge tone={keyStates[r.state].tone}>{keyStates[r.state].name}</StatusBadge>,
  },
  { id: "createdBy", title: "创建人", width: 90, value: (r) => r.createdBy },
  { id: "createdAt", title: "创建时间", width: 156, value: (r) => r.createdAt },
  { id: "expiresAt", title: "到期时间", width: 156, value: (r) => r.expiresAt },
  { id: "lastUsedAt", title: "最近使用", width: 156, value: (r) => r.lastUsedAt ?? "从未使用" },
  { id: "uses", title: "使用次数", width: 104, align: "end", value: (r) => r.uses },
];

function useKeyActions() {
  const may = mayOperate(useSelector(selectUser), "version.key");
  const [add] = keys.add.useMutation();
  const [revoke] = keys.revoke.useMutation();
  const actions: readonly Action[] = [
    {
      label: "新增密钥",
      may,
      adds: true,
      form: () =>
        formOf({
          title: "新增发布密钥",
          small: true,
          schema: publishKeyApi.add.body!,
          values: { name: "", days: keyLife.default },
          fields: (
            <>
              <TextField name="name" label="密钥名称" hint="说明在哪里使用，例如 构建服务器" />
              <NumberField name="days" label="有效天数" min={keyLife.min} max={keyLife.max} />
            </>
          ),
          send: async (body) => {
            const { secret, expiresAt } = await add({ body }).unwrap();
            return shownOnce({
              title: "发布密钥",
              items: [["密钥", secret]],
              hint: `密钥只显示这一次，${expiresAt}到期。在发布的机器上写入环境变量 LIANTAI_PUBLISH_KEY，不要写在命令里。`,
            });
          },
        }),
      done: ["发布密钥", "新增"],
    },
  ];
  const rowActions: readonly Action<PublishKey>[] = [
    {
      label: "停用",
      may,
      danger: true,
      shown: ({ state }) => state === "valid",
      confirm: ({ name }) => ({ title: "停用密钥", text: `停用后，“${name}”立即不能再发布版本，且不能恢复。` }),
      run: ({ id }) => revoke({ body: { id } }),
      done: ["发布密钥", "停用"],
    },
  ];
  return { actions, rowActions };
}

/** 发布密钥: what other machines publish with. */
export function Keys({ onClose }: { readonly onClose: () => void }) {
  const { data, isError, error, isFetching, refetch } = keys.list.useQuery(
    { body: {} },
    { refetchOnMountOrArgChange: true },
  );
  const { actions, rowActions } = useKeyActions();
  const { columns, opened } = useActionColumn(plain, rowActions);
  const list: ListView<PublishKey> = {
    rows: data,
    fetching: isFetching,
    error: isError ? error : undefined,
    retry: () => void refetch(),
  };
  return (
    <AppDrawer open title="发布密钥" width="980px" onClose={onClose}>
      <Stack gap="3" h="full" minH="320px">
        <Text color="fg.muted">
          其他机器用密钥把应用发布到本系统。密钥以创建人的身份发布：创建人停用或失去发布权限后，密钥随之失效。
        </Text>
        <DataTable
          id="publish-keys"
          label="发布密钥"
          columns={columns}
          rowId={(r) => r.id}
          list={list}
          empty={{ title: "还没有发布密钥" }}
          toolbar={<ActionBar actions={actions} row={undefined} />}
        />
      </Stack>
      {opened}
    </AppDrawer>
  );
}
