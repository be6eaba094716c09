import { Box, Button, HStack, Stack, Table, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import type { CompiledForm } from "@liantai/api/forms";
import type { SubjectKind } from "@liantai/api/contract/work-orders";
import { AppDialog, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { isFailure } from "@liantai/ui/resource";
import { Zap } from "lucide-react";
import { useState } from "react";
import { macros, type Macro } from "../queries.ts";
import { OwnMacros } from "./own-macros.tsx";

interface Subject {
  readonly kind: SubjectKind;
  readonly subjectId: string;
  /** What was seen of it. */
  readonly version: number;
}

interface MacroButtonProps {
  readonly form: CompiledForm;
  readonly subject: Subject;
  /** Something was typed that is not kept yet: it would be lost. */
  readonly blocked?: boolean;
  readonly onDone: () => void;
}

interface PreviewProps {
  readonly macro: Macro;
  readonly subject: Subject;
}

/** What would change now, or why it cannot be done. */
function Preview({ macro, subject }: PreviewProps) {
  const { data, error, isFetching, refetch } = macros.preview.useQuery(
    { body: { id: macro.id, ...subject } },
    { refetchOnMountOrArgChange: true },
  );
  if (isFetching) return <LoadingState />;
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Stack gap="2">
      {data.changes.length > 0 && (
        <Table.Root size="sm" aria-label="将要修改">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader>内容</Table.ColumnHeader>
              <Table.ColumnHeader>现在</Table.ColumnHeader>
              <Table.ColumnHeader>改为</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {data.changes.map(({ label, before, after }) => (
              <Table.Row key={label}>
                <Table.Cell>{label}</Table.Cell>
                <Table.Cell>{before || "空"}</Table.Cell>
                <Table.Cell>{after || "空"}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      )}
      {data.did.map((text, at) => (
        <Text key={at} overflowWrap="anywhere">
          {text}
        </Text>
      ))}
      {data.changes.length + data.did.length === 0 && <Text color="fg.muted">没有需要修改的内容。</Text>}
    </Stack>
  );
}

function Choice({
  list,
  chosen,
  onChoose,
}: {
  readonly list: readonly Macro[];
  readonly chosen: Macro | undefined;
  readonly onChoose: (macro: Macro) => void;
}) {
  return (
    <Stack gap="1" role="group" aria-label="宏" w="220px" flex="none" maxH="420px" overflow="auto">
      {list.map((macro) => (
        <Button
          key={macro.id}
          size="xs"
          h="auto"
          py="1"
          whiteSpace="normal"
          textAlign="start"
          justifyContent="flex-start"
          variant={macro.id === chosen?.id ? "subtle" : "ghost"}
          colorPalette="gray"
          aria-pressed={macro.id === chosen?.id}
          onClick={() => onChoose(macro)}
        >
          {macro.name}
        </Button>
      ))}
    </Stack>
  );
}

interface DialogProps extends Omit<MacroButtonProps, "blocked"> {
  readonly onManage: () => void;
  readonly onClose: () => void;
}

function MacroDialog({ form, subject, onDone, onManage, onClose }: DialogProps) {
  const { data, error, refetch } = macros.list.useQuery(
    { body: { formId: form.formId } },
    { refetchOnMountOrArgChange: true },
  );
  const [asked, ask] = useState<Macro>();
  const [said, setSaid] = useState<string>();
  const [apply, { isLoading }] = macros.apply.useMutation();
  const chosen = data?.find(({ id }) => id === asked?.id) ?? data?.[0];
  const run = async () => {
    if (!chosen) return;
    setSaid(undefined);
    try {
      await apply({ body: { id: chosen.id, ...subject } }).unwrap();
      notifyDone(`宏“${chosen.name}”`, "执行");
      onDone();
      onClose();
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      claimFailure(failure);
      setSaid(failure.text);
    }
  };
  return (
    <AppDialog
      open
      title="使用宏"
      width="680px"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onManage}>
            管理我的宏
          </Button>
          <Button disabled={!chosen} loading={isLoading} onClick={() => void run()}>
            执行
          </Button>
        </>
      }
    >
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState title="还没有宏" hint="点击“管理我的宏”，把常用的一组操作存成宏。" />
      ) : (
        <HStack align="flex-start" gap="3">
          <Choice list={data} chosen={chosen} onChoose={ask} />
          <Box flex="1" minW="0">
            {chosen && <Preview key={chosen.id} macro={chosen} subject={subject} />}
            {said !== undefined && (
              <Text role="alert" color="fg.error" mt="2">
                {said}
              </Text>
            )}
          </Box>
        </HStack>
      )}
    </AppDialog>
  );
}

/** 宏: chosen, looked at, done with one press. */
export function MacroButton({ blocked = false, ...props }: MacroButtonProps) {
  const [open, setOpen] = useState<"apply" | "manage">();
  return (
    <>
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        disabled={blocked}
        title={blocked ? "请先保存填写的内容" : undefined}
        onClick={() => setOpen("apply")}
      >
        <Zap aria-hidden />宏
      </Button>
      {open === "apply" && (
        <MacroDialog {...props} onManage={() => setOpen("manage")} onClose={() => setOpen(undefined)} />
      )}
      {open === "manage" && <OwnMacros form={props.form} onClose={() => setOpen(undefined)} />}
    </>
  );
}
