/** A contact, and how the enterprise was in touch with him. */
import { Button, Stack, Tabs, Text } from "@chakra-ui/react";
import type { CompiledForm, FormValues } from "@liantai/api/forms";
import { AppDrawer, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { DynamicDetail, serverSources, useDynamicForm } from "@liantai/ui/dynamic";
import { useState } from "react";
import { RecordDetail } from "../../records/parts/record-detail.tsx";
import { Timeline } from "../../records/parts/timeline.tsx";
import { storedOf } from "./contact-sheet.tsx";
import { contacts, dial, type Contact } from "./queries.ts";

interface Props {
  readonly form: CompiledForm;
  readonly row: Contact;
  /** Absent: it is only looked at. */
  readonly onEdit?: (() => void) | undefined;
  readonly onClose: () => void;
}

function Values({ form, stored }: { readonly form: CompiledForm; readonly stored: FormValues }) {
  const [sources] = useState(() => serverSources());
  const store = useDynamicForm({ form, stored, sources });
  return <DynamicDetail store={store} history={[]} values={stored} />;
}

export function ContactDetail({ form, row, onEdit, onClose }: Props) {
  const [stored] = useState(() => storedOf(row));
  const [referring, setReferring] = useState<string>();
  return (
    <AppDrawer
      open
      title={`联系人：${row.name}`}
      width="620px"
      onClose={onClose}
      footer={
        <>
          {row.dialRef !== "" && (
            <Button variant="outline" onClick={() => dial(row)}>
              呼叫
            </Button>
          )}
          {onEdit && <Button onClick={onEdit}>编辑</Button>}
        </>
      }
    >
      <Tabs.Root defaultValue="detail" size="sm" lazyMount>
        <Tabs.List>
          <Tabs.Trigger value="detail">详情</Tabs.Trigger>
          <Tabs.Trigger value="timeline">联系记录</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="detail">
          <Stack gap="3">
            <Values form={form} stored={stored} />
            <Text color="fg.muted" textStyle="xs">
              {row.createdBy && `创建人：${row.createdBy}，`}创建于 {row.createTime}，更新于 {row.updateTime}
            </Text>
          </Stack>
        </Tabs.Content>
        <Tabs.Content value="timeline">
          <Timeline id={row.id} onOpen={setReferring} />
          {referring !== undefined && (
            <RecordDetail id={referring} noun="关联数据" onClose={() => setReferring(undefined)} />
          )}
        </Tabs.Content>
      </Tabs.Root>
    </AppDrawer>
  );
}

interface AskedProps extends Omit<Props, "row" | "onEdit"> {
  readonly id: string;
  /** Absent: it is only looked at. */
  readonly onEdit?: ((row: Contact) => void) | undefined;
}

/** One that a notification leads to (U10), wherever in the list it stands. */
export function AskedContact({ id, form, onEdit, onClose }: AskedProps) {
  const { data, error, refetch } = contacts.list.useQuery(
    { body: { id, pageNo: 1, pageSize: 1 } },
    { refetchOnMountOrArgChange: true },
  );
  const row = data?.list[0];
  if (row) return <ContactDetail {...{ form, row, onClose }} onEdit={onEdit && (() => onEdit(row))} />;
  return (
    <AppDrawer open title="联系人" width="620px" onClose={onClose}>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <EmptyState title="联系人不存在或已被删除" />
      ) : (
        <LoadingState />
      )}
    </AppDrawer>
  );
}
