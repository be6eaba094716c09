import { Box, Button, Table, Text } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import { actionInWords } from "@liantai/api/contract/work-orders";
import type { CompiledForm } from "@liantai/api/forms";
import { ColumnHeads, ConfirmDialog, EmptyState, FailureState, LoadingState, StatusBadge } from "@liantai/ui";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { FormBar } from "../parts/form-bar.tsx";
import { useChosenForm } from "../parts/use-forms.ts";
import { whenText } from "../parts/words.ts";
import { triggers, type Trigger } from "../queries.ts";
import { TriggerDrawer } from "./trigger-drawer.tsx";

/** What is open beside the list. */
type Open = { readonly trigger: Trigger | undefined } | undefined;

interface RowProps {
  readonly trigger: Trigger;
  readonly at: number;
  readonly count: number;
  readonly form: CompiledForm;
  readonly may: { readonly update: boolean; readonly remove: boolean };
  readonly onStep: (by: 1 | -1) => void;
  readonly onEdit: () => void;
  readonly onTurn: () => void;
  readonly onRemove: () => void;
}

function Row({ trigger, at, count, form, may, onStep, onEdit, onTurn, onRemove }: RowProps) {
  const { name, when, actions, enabled, fired, updatedBy, updateTime } = trigger;
  const look = { size: "2xs", variant: "ghost" } as const;
  return (
    <Table.Row>
      <Table.Cell whiteSpace="nowrap">
        {at + 1}
        {may.update && (
          <>
            <Button {...look} minW="5" px="0" aria-label={`上移${name}`} disabled={at === 0} onClick={() => onStep(-1)}>
              <ArrowUp aria-hidden />
            </Button>
            <Button
              {...look}
              minW="5"
              px="0"
              aria-label={`下移${name}`}
              disabled={at === count - 1}
              onClick={() => onStep(1)}
            >
              <ArrowDown aria-hidden />
            </Button>
          </>
        )}
      </Table.Cell>
      <Table.Cell>{name}</Table.Cell>
      <Table.Cell>{whenText(when, form)}</Table.Cell>
      <Table.Cell overflowWrap="anywhere">{actions.map((one) => actionInWords(one, form).text).join("；")}</Table.Cell>
      <Table.Cell>
        <StatusBadge tone={enabled === 1 ? "ready" : "offline"}>{enabled === 1 ? "启用" : "停用"}</StatusBadge>
      </Table.Cell>
      <Table.Cell textAlign="end">{fired}</Table.Cell>
      <Table.Cell whiteSpace="nowrap">
        {updateTime} {updatedBy}
      </Table.Cell>
      <Table.Cell whiteSpace="nowrap">
        {may.update && (
          <>
            <Button {...look} onClick={onEdit}>
              编辑
            </Button>
            <Button {...look} onClick={onTurn}>
              {enabled === 1 ? "停用" : "启用"}
            </Button>
          </>
        )}
        {may.remove && (
          <Button {...look} colorPalette="red" onClick={onRemove}>
            删除
          </Button>
        )}
      </Table.Cell>
    </Table.Row>
  );
}

function useRows(form: CompiledForm) {
  const { formId } = form;
  const { data, error, refetch } = triggers.list.useQuery({ body: { formId } }, { refetchOnMountOrArgChange: true });
  const [update] = triggers.update.useMutation();
  const [order] = triggers.order.useMutation();
  const [remove, removing] = triggers.delete.useMutation();
  // The shell says why it was refused; the list is asked anew.
  const quietly = (work: Promise<unknown>) => void work.catch(() => void refetch());
  return {
    ...{ data, error, refetch, removing: removing.isLoading },
    step(list: readonly Trigger[], at: number, by: 1 | -1) {
      const ids = list.map(({ id }) => id);
      quietly(order({ body: { formId, ids: ids.with(at, ids[at + by]!).with(at + by, ids[at]!) } }).unwrap());
    },
    turn({ fired: _, updatedBy: __, updateTime: ___, ...one }: Trigger) {
      const enabled = one.enabled === 1 ? 0 : 1;
      const done = update({ body: { ...one, enabled } }).unwrap();
      quietly(done.then(() => notifyDone("触发器", enabled === 1 ? "启用" : "停用")));
    },
    remove: async (id: string) => {
      await remove({ body: { ids: [id] } }).unwrap();
      notifyDone("触发器", "删除");
    },
  };
}

function Rows({ form, onOpen }: { readonly form: CompiledForm; readonly onOpen: (open: Open) => void }) {
  const press = useMayPress("/workorderflow");
  const rows = useRows(form);
  const [going, go] = useState<Trigger>();
  const { data, error } = rows;
  if (error) return <FailureState error={error} onRetry={() => void rows.refetch()} />;
  if (!data) return <LoadingState />;
  if (data.length === 0)
    return (
      <EmptyState
        title="还没有触发器"
        hint="触发器在数据新增、修改或工单有进展后自动执行：设置字段、指派、提醒等。可以先试运行，看它在最近7天会做什么。"
      />
    );
  const confirm = async () => {
    if (going) await rows.remove(going.id).catch(() => undefined);
    go(undefined);
  };
  const may = { update: press("trigger.update"), remove: press("trigger.delete") };
  return (
    <Box overflow="auto" flex="1" minH="0" px="3">
      <Table.Root size="sm" aria-label="触发器">
        <ColumnHeads titles={["顺序", "名称", "时机", "动作", "状态", "近7天执行", "修改", "操作"]} />
        <Table.Body>
          {data.map((trigger, at) => (
            <Row
              key={trigger.id}
              {...{ trigger, at, form, may }}
              count={data.length}
              onStep={(by) => rows.step(data, at, by)}
              onEdit={() => onOpen({ trigger })}
              onTurn={() => rows.turn(trigger)}
              onRemove={() => go(trigger)}
            />
          ))}
        </Table.Body>
      </Table.Root>
      <ConfirmDialog
        open={going !== undefined}
        title="删除触发器"
        text={`确定要删除“${going?.name ?? ""}”吗？已有的触发记录保留。`}
        confirm="删除"
        dangerous
        busy={rows.removing}
        onConfirm={() => void confirm()}
        onClose={() => go(undefined)}
      />
    </Box>
  );
}

/** 触发器: those of a form, in the order in which they are run. */
export function TriggersList() {
  const chosen = useChosenForm();
  const press = useMayPress("/workorderflow");
  const [open, setOpen] = useState<Open>();
  const { form, list, error, retry } = chosen;
  if (error && !form) return <FailureState error={error} onRetry={retry} />;
  if (list?.length === 0)
    return <EmptyState title="还没有已发布的表单" hint="请先在表单管理中发布客户表单或工单表单。" />;
  return (
    <>
      <FormBar chosen={chosen}>
        <Text color="fg.muted" textStyle="xs">
          按顺序执行，后面的看到前面的结果
        </Text>
        {press("trigger.add") && (
          <Button size="xs" disabled={!form} onClick={() => setOpen({ trigger: undefined })}>
            新增
          </Button>
        )}
      </FormBar>
      {form ? <Rows key={form.formId} form={form} onOpen={setOpen} /> : <LoadingState />}
      {open && form && <TriggerDrawer form={form} trigger={open.trigger} onClose={() => setOpen(undefined)} />}
    </>
  );
}
