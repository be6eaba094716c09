import { Box, Button, Table } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { CompiledForm } from "@liantai/api/forms";
import { ColumnHeads, ConfirmDialog, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { useState } from "react";
import type { UseSeats } from "../../parts/seat-picks.tsx";
import { macros, type Macro } from "../queries.ts";
import { MacroDrawer } from "./macro-drawer.tsx";

interface ListProps {
  readonly form: CompiledForm;
  readonly useSeats: UseSeats;
  readonly shares: boolean;
  /** A new one is asked for. */
  readonly adding: boolean;
  readonly onAdded: () => void;
}

interface RowProps {
  readonly macro: Macro;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

const Row = ({ macro: { name, shared, ownerName, words, uses, own, updateTime }, onEdit, onRemove }: RowProps) => (
  <Table.Row>
    <Table.Cell>{name}</Table.Cell>
    <Table.Cell whiteSpace="nowrap">{shared === 1 ? "共享" : "个人"}</Table.Cell>
    <Table.Cell overflowWrap="anywhere">{words.join("；")}</Table.Cell>
    <Table.Cell textAlign="end">{uses}</Table.Cell>
    <Table.Cell whiteSpace="nowrap">
      {updateTime} {ownerName}
    </Table.Cell>
    <Table.Cell whiteSpace="nowrap">
      {own === 1 && (
        <>
          <Button size="2xs" variant="ghost" onClick={onEdit}>
            编辑
          </Button>
          <Button size="2xs" variant="ghost" colorPalette="red" onClick={onRemove}>
            删除
          </Button>
        </>
      )}
    </Table.Cell>
  </Table.Row>
);

/** Own and shared macros of a form, those that are used most first. */
export function MacrosList({ form, useSeats, shares, adding, onAdded }: ListProps) {
  const { formId } = form;
  const { data, error, refetch } = macros.list.useQuery({ body: { formId } }, { refetchOnMountOrArgChange: true });
  const [remove, removing] = macros.delete.useMutation();
  const [edited, edit] = useState<Macro>();
  const [going, go] = useState<Macro>();
  const confirm = async () => {
    try {
      if (going) await remove({ body: { ids: [going.id] } }).unwrap();
      notifyDone("宏", "删除");
    } catch {
      // The shell says why it was refused.
    }
    go(undefined);
  };
  const close = () => {
    edit(undefined);
    onAdded();
  };
  return (
    <Box overflow="auto" flex="1" minH="0" px="3">
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState title="还没有宏" hint="把常用的一组操作存成宏，在工单或客户详情里一键完成。" />
      ) : (
        <Table.Root size="sm" aria-label="宏">
          <ColumnHeads titles={["名称", "范围", "动作", "使用次数", "修改", "操作"]} />
          <Table.Body>
            {data.map((macro) => (
              <Row key={macro.id} macro={macro} onEdit={() => edit(macro)} onRemove={() => go(macro)} />
            ))}
          </Table.Body>
        </Table.Root>
      )}
      {(adding || edited) && <MacroDrawer {...{ form, useSeats, shares }} macro={edited} onClose={close} />}
      <ConfirmDialog
        open={going !== undefined}
        title="删除宏"
        text={`确定要删除“${going?.name ?? ""}”吗？`}
        confirm="删除"
        dangerous
        busy={removing.isLoading}
        onConfirm={() => void confirm()}
        onClose={() => go(undefined)}
      />
    </Box>
  );
}
