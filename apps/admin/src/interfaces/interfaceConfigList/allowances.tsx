import { Stack, Text } from "@chakra-ui/react";
import { selectSession, useSelector } from "@liantai/api/client";
import { interfaceAllowanceApi } from "@liantai/api/contract/admin";
import { AppDrawer, DataTable, type Column, type ListView } from "@liantai/ui";
import type { ReplyOf } from "@liantai/api/contract";
import { TextAreaField, TextField, useActionColumn, type Action, formOf, ActionBar } from "@liantai/ui/resource";
import { allowances } from "../parts/queries.ts";

type Allowance = ReplyOf<typeof interfaceAllowanceApi.list>[number];

const plain: readonly Column<Allowance>[] = [
  { id: "target", title: "主机或网段", width: 170, value: (r) => r.target },
  { id: "ports", title: "端口", width: 110, value: (r) => r.ports || "默认端口" },
  { id: "remark", title: "备注", width: 130, value: (r) => r.remark },
  { id: "createdBy", title: "开通人", width: 90, value: (r) => r.createdBy },
  { id: "createdAt", title: "开通时间", width: 156, value: (r) => r.createdAt },
];

/** Operators inside the enterprise open addresses and close them. */
function useAllowanceActions(operator: boolean) {
  const [add] = allowances.add.useMutation();
  const [remove] = allowances.delete.useMutation();
  const actions: readonly Action[] = [
    {
      label: "开通地址",
      may: operator,
      main: true,
      form: () =>
        formOf({
          title: "开通地址",
          small: true,
          schema: interfaceAllowanceApi.add.body!,
          values: { target: "", ports: "", remark: "" },
          fields: (
            <>
              <TextField
                name="target"
                label="主机或网段"
                hint="域名、IP地址或网段，例如 crm.lan、10.1.2.3、10.1.0.0/16"
              />
              <TextField name="ports" label="端口" hint="例如 8080,9000-9100；不填为默认端口" />
              <TextAreaField name="remark" label="备注" rows={2} />
            </>
          ),
          send: (body) => add({ body }),
        }),
      done: ["地址", "开通"],
    },
  ];
  const rowActions: readonly Action<Allowance>[] = [
    {
      label: "删除",
      may: operator,
      danger: true,
      confirm: ({ target }) => ({
        title: "删除地址",
        text: `删除后，接口不能再访问“${target}”。确定要删除吗？`,
      }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["地址", "删除"],
    },
  ];
  return { actions, rowActions };
}

/** Private addresses this enterprise may reach. Operators inside the enterprise decide; it sees what they decided. */
export function Allowances({ onClose }: { readonly onClose: () => void }) {
  const operator = useSelector(selectSession).enterEnterprise;
  const { data, isError, error, isFetching, refetch } = allowances.list.useQuery(
    { body: {} },
    { refetchOnMountOrArgChange: true },
  );
  const { actions, rowActions } = useAllowanceActions(operator);
  const { columns, opened } = useActionColumn(plain, rowActions);
  const list: ListView<Allowance> = {
    rows: data,
    fetching: isFetching,
    error: isError ? error : undefined,
    retry: () => void refetch(),
  };
  return (
    <AppDrawer open title="可访问的内网地址" width="760px" onClose={onClose}>
      <Stack gap="3" h="full" minH="320px">
        <Text color="fg.muted">
          接口默认只能访问公网地址，端口为 80、443、8000-9999。内网地址和其他端口由运营人员进入企业后开通。
        </Text>
        <DataTable
          id="interface-allowances"
          label="可访问的内网地址"
          columns={columns}
          rowId={(r) => r.id}
          list={list}
          empty={{ title: "没有开通内网地址" }}
          toolbar={<ActionBar actions={actions} row={undefined} />}
        />
      </Stack>
      {opened}
    </AppDrawer>
  );
}
