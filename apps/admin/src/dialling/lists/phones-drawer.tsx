import { Flex, HStack } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import type { numberListApi } from "@liantai/api/contract/admin";
import { AppDrawer, DataTable, usePageSize, type Column } from "@liantai/ui";
import { ActionBar, type Action } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { viewOf } from "../../queues/parts/live.ts";
import { KeysetPager, usePath } from "../parts/keyset.tsx";
import { NumberSearch } from "../parts/number-search.tsx";
import { numberLists, type NumberList } from "./queries.ts";

type ListedPhone = ReplyOf<typeof numberListApi.phones>["list"][number];

const variablesText = ({ variables }: ListedPhone): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}：${value}`)
    .join("，");

const columns: readonly Column<ListedPhone>[] = [
  { id: "phone", title: "号码", width: 120, value: (p) => p.phone },
  { id: "contact", title: "客户姓名", width: 100, value: (p) => p.contact },
  { id: "place", title: "归属地", width: 130, value: (p) => p.place },
  { id: "consent", title: "同意来源", width: 110, value: (p) => p.consentSource },
  { id: "variables", title: "变量", width: 190, value: variablesText },
  { id: "createdAt", title: "导入时间", width: 156, value: (p) => p.createdAt },
];

interface PhonesProps {
  readonly list: NumberList;
  readonly mayChange: boolean;
}

function Phones({ list: { id }, mayChange }: PhonesProps) {
  const [phone, search] = useState("");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const path = usePath(phone);
  const [pageSize, onPageSize] = usePageSize("numberlist.phones");
  const { after } = path;
  const body = { listId: id, pageNo: 1, pageSize, ...(phone && { phone }), ...(after && { after }) };
  const answer = numberLists.phones.useQuery({ body }, { refetchOnMountOrArgChange: true });
  const [remove] = numberLists.phoneDelete.useMutation();
  const count = selected.size;
  const actions: readonly Action[] = [
    {
      label: "删除",
      may: mayChange,
      danger: true,
      disabled: count === 0,
      confirm: () => ({
        title: "删除号码",
        text: `确定要从清单中删除选中的 ${count} 个号码吗？已加入任务的不受影响。`,
      }),
      run: () =>
        remove({ body: { listId: id, ids: [...selected] } })
          .unwrap()
          .then(() => setSelected(new Set())),
      done: ["号码", "删除", { count }],
    },
  ];
  const view = useMemo(() => viewOf(answer, ({ list }) => list), [answer]);
  return (
    <Flex direction="column" gap="2" h="full" minH="360px">
      <DataTable
        id="numberlist.phones"
        label="清单的号码"
        columns={columns}
        rowId={(one) => one.id}
        list={view}
        empty={
          phone === ""
            ? { title: "清单里还没有号码", ...(mayChange ? { hint: "点击清单的“导入号码”从文件导入。" } : {}) }
            : { title: "没有符合条件的号码" }
        }
        selection={mayChange ? { selected, onChange: setSelected } : undefined}
        toolbar={
          <HStack gap="2" py="1">
            <NumberSearch placeholder="号码或其开头" onSearch={search} />
            <ActionBar row={undefined} actions={actions} />
          </HStack>
        }
      />
      <KeysetPager
        path={path}
        next={answer.currentData?.next}
        total={answer.data?.total ?? 0}
        more={false}
        resource={{ pageSize, onPageSize }}
      />
    </Flex>
  );
}

/** The numbers of a list. */
export const PhonesDrawer = ({ onClose, ...rest }: PhonesProps & { readonly onClose: () => void }) => (
  <AppDrawer open title={`号码：${rest.list.name}`} width="900px" onClose={onClose}>
    <Phones {...rest} />
  </AppDrawer>
);
