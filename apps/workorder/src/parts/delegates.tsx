import { Stack, Table, Text } from "@chakra-ui/react";
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { workDelegateApi } from "@liantai/api/contract/workorder";
import { AppDrawer, ColumnHeads, FailureState, LoadingState } from "@liantai/ui";
import { ActionBar, DateField, formOf, type Action } from "@liantai/ui/resource";
import type { ComponentType } from "react";
import { seatOption } from "./seats.ts";

const delegates = queriesOf(workDelegateApi);

type Delegate = ReplyOf<typeof workDelegateApi.list>[number];

const addSchema = workDelegateApi.save.body!.pick(["agentId", "delegateId", "fromTime", "untilTime"]);
const fresh = { agentId: "", delegateId: "", fromTime: "", untilTime: "" };
const titles = ["坐席", "代办人", "开始时间", "结束时间", "操作"];

interface SeatFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly without?: string | undefined;
}

interface DrawerProps {
  readonly onClose: () => void;
  readonly SeatField: ComponentType<SeatFieldProps>;
  /** The seat of who looks after his own alone; absent: any seat is chosen. */
  readonly own?: string | undefined;
}

const away = ({ agentId, agentName }: Delegate): string => seatOption(agentId, agentName).label.trim();
const standIn = ({ delegateId, delegateName }: Delegate): string => seatOption(delegateId, delegateName).label.trim();

function Rows({ list }: { readonly list: readonly Delegate[] }) {
  const [remove] = delegates.delete.useMutation();
  const actions: readonly Action<Delegate>[] = [
    {
      label: "取消代办",
      danger: true,
      confirm: (row) => ({
        title: "取消代办",
        text: `确定要取消由${standIn(row)}代${away(row)}处理工单吗？已经交给代办人的工单不变。`,
      }),
      run: ({ agentId }) => remove({ body: { agentId } }),
      done: ["代办", "取消"],
    },
  ];
  return (
    <Table.Root size="sm" aria-label="代办人">
      <ColumnHeads titles={titles} />
      <Table.Body>
        {list.map((row) => (
          <Table.Row key={row.agentId}>
            <Table.Cell>{away(row)}</Table.Cell>
            <Table.Cell>{standIn(row)}</Table.Cell>
            <Table.Cell>{row.fromTime}</Table.Cell>
            <Table.Cell>{row.untilTime}</Table.Cell>
            <Table.Cell>
              <ActionBar actions={actions} row={row} look="row" />
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

function useAdding({ own, SeatField }: Pick<DrawerProps, "own" | "SeatField">): readonly Action[] {
  const [save] = delegates.save.useMutation();
  return [
    {
      label: "新增代办",
      adds: true,
      form: () =>
        formOf({
          title: "新增代办",
          small: true,
          schema: addSchema,
          values: { ...fresh, ...(own && { agentId: own }) },
          fields: (
            <>
              {!own && <SeatField name="agentId" label="坐席" hint="一个坐席同时只有一个代办人" />}
              <SeatField name="delegateId" label="代办人" without={own} />
              <DateField name="fromTime" label="开始时间" time="00:00:00" />
              <DateField name="untilTime" label="结束时间" time="23:59:59" />
            </>
          ),
          send: (body) => save({ body }).unwrap(),
        }),
      done: ["代办", "保存"],
    },
  ];
}

/** 代办人: what comes to a seat that is away goes to whoever stands in for it, at every node of every flow (W6). */
export function DelegatesDrawer({ onClose, own, SeatField }: DrawerProps) {
  const { data, error, refetch } = delegates.list.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  const actions = useAdding({ own, SeatField });
  return (
    <AppDrawer open title="代办人" width="680px" onClose={onClose}>
      <Stack gap="3" align="flex-start">
        <Text color="fg.muted" textStyle="xs">
          {own ? "您不在的时间里，分给您的工单" : "坐席不在的时间里，分给他的工单"}
          交给代办人；代办人也不在时，再交给代办人的代办人。
        </Text>
        <ActionBar actions={actions} row={undefined} />
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingState />
        ) : data.length === 0 ? (
          <Text color="fg.muted">现在没有人代办。</Text>
        ) : (
          <Rows list={data} />
        )}
      </Stack>
    </AppDrawer>
  );
}
