import { Box, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { recordButton, type CallPlace } from "@liantai/api/contract/workorder";
import { phoneFieldOf, type FormValues } from "@liantai/api/forms";
import { EmptyState, FailureState, LoadingState, ScrollBox } from "@liantai/ui";
import { useMemo, useState } from "react";
import type { CallFacts } from "../../records/parts/engine-context.ts";
import { laidOut, useForm, useFormChoice } from "../../records/parts/forms.ts";
import { NewForm, EditForm } from "../../records/parts/record-form.tsx";
import { ArrangeButton } from "../../follow-ups/parts/arranging.tsx";
import { NewOrderButton } from "../../orders/parts/order-button.tsx";
import { useRecord } from "../../records/parts/queries.ts";
import { RecordTags } from "../../records/parts/tags.tsx";
import { reservedOf, ReserveButton } from "../../reminders/parts/reserve-button.tsx";
import { Beside } from "./beside.tsx";
import { BackButton, Choosing, type Back } from "./choosing.tsx";
import { Guide } from "./guide.tsx";
import { Intention } from "./intention.tsx";
import { useLayout } from "./layout.ts";
import { choiceOf, keepChoice } from "./memory.ts";
import { Panel } from "./panel.tsx";
import { useCaller, type Caller, type Match } from "./queries.ts";

const noun = "客户";

/** Orders and contacts stand beside the form where there is room, and below it where there is none. */
const besideForm = {
  display: "grid",
  gap: "3",
  alignItems: "start",
  "@container (min-width: 640px)": { gridTemplateColumns: "minmax(0, 1fr) 260px" },
  "@container (min-width: 960px)": { gridTemplateColumns: "minmax(0, 1fr) 320px" },
};

/** Who has no right to a record sees what calls may show of it (queryByNoAuth). */
const Glance = ({ match: { fields, values } }: { readonly match: Match }) => (
  <Stack gap="1">
    {fields.map(({ name, label }) => (
      <HStack key={name} gap="3" align="baseline">
        <Text color="fg.muted" w="88px" flex="none">
          {label}
        </Text>
        <Text wordBreak="break-word">{String((values as FormValues)[name] ?? "") || "—"}</Text>
      </HStack>
    ))}
    <Text pt="2" color="fg.muted">
      该客户不在您的数据范围内，只能查看来电资料。
    </Text>
  </Stack>
);

function Known({
  match,
  callId,
  phone,
  call,
  place,
  back,
}: {
  readonly match: Match;
  readonly callId: string;
  readonly phone: string;
  readonly call: CallFacts;
  readonly place: CallPlace;
  readonly back: Back | undefined;
}) {
  const { data, error, refetch } = useRecord(match.id);
  // As they were when the form came up: who marks the customer meanwhile types on in the same form.
  const [tags, setTags] = useState<readonly string[]>();
  if (data && !tags) setTags((data.record.tags ?? []).map(({ id }) => id));
  const at = useMemo(() => ({ ...place, ...(tags && { tags }) }), [place, tags]);
  const layout = useLayout(match.formId, at);
  const hidden = (error as { status?: number; code?: number } | undefined)?.code === 404;
  return (
    <Box css={besideForm}>
      <Panel
        title="客户资料"
        action={
          <HStack gap="2">
            {data && (
              <>
                <ReserveButton of={reservedOf(data)} />
                <ArrangeButton recordId={data.record.id} />
              </>
            )}
            <NewOrderButton of={{ callId, phone, call, ...(data && { customer: data.record }) }} />
            <BackButton back={back} />
          </HStack>
        }
      >
        {hidden ? (
          <Glance match={match} />
        ) : error ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : data && layout ? (
          <Stack gap="3">
            <RecordTags opened={data} />
            <EditForm
              id={match.id}
              noun={noun}
              opened={data}
              callId={callId}
              call={call}
              layout={layout.fields}
              onReload={() => void refetch()}
            />
          </Stack>
        ) : (
          <LoadingState />
        )}
      </Panel>
      <Stack gap="3" minW="0">
        <Guide callId={callId} steps={tags || hidden ? (layout?.steps ?? []) : []} />
        {!hidden && <Beside id={match.id} />}
      </Stack>
    </Box>
  );
}

/** Nobody has this number, or none of them calls: a form with it. Where it is hidden the server puts the whole one in its place. */
function Unknown({
  callId,
  formId,
  phone,
  call,
  from,
  place,
  may,
  back,
  saved,
}: {
  readonly callId: string;
  /** That is set for such calls; undefined: the one that was looked at last. */
  readonly formId: string | undefined;
  readonly phone: string;
  readonly call: CallFacts;
  /** Where the call came in. */
  readonly from: CallPlace;
  readonly place: string;
  /** Add a customer. */
  readonly may: boolean;
  readonly back: Back | undefined;
  readonly saved: (id: string) => void;
}) {
  const choice = useFormChoice("customer");
  const set = choice.forms?.find(({ id }) => id === formId)?.id;
  const asked = choice.forms && (set ?? choice.formId);
  const { form: whole, error, retry } = useForm(asked);
  const layout = useLayout(asked, from);
  const form = useMemo(() => whole && laidOut(whole, layout?.fields), [whole, layout]);
  const failure = choice.error ?? error;
  if (failure) return <FailureState error={failure} onRetry={choice.error ? choice.retry : retry} />;
  if (choice.forms && choice.formId === undefined)
    return <EmptyState title="还没有发布客户表单" hint="管理员在“表单管理”中新增并发布后，来电资料显示在这里。" />;
  if (!may) return <EmptyState title="没有找到该号码的客户" />;
  if (!form) return <LoadingState />;
  const number = phoneFieldOf(form)?.name;
  const filled = phone.includes("*") && number !== undefined ? [number] : undefined;
  const typed = {
    ...(number !== undefined && phone !== "" && !filled && { [number]: phone }),
    ...(place !== "" && form.byName.has("callErloc") && { callErloc: place }),
  };
  return (
    <Box css={layout && layout.steps.length > 0 ? besideForm : undefined}>
      <Panel
        title="新客户"
        action={
          <HStack gap="2">
            {phone !== "" && <ReserveButton of={{ callId, phone, name: "" }} />}
            <NewOrderButton of={{ callId, phone, call }} />
            <BackButton back={back} />
          </HStack>
        }
      >
        {filled && (
          <Text mb="3" color="fg.muted">
            电话号码 {phone} 在保存时自动填入
          </Text>
        )}
        <NewForm
          form={form}
          noun={noun}
          source="call"
          callId={callId}
          call={call}
          typed={typed}
          {...(filled && { filled })}
          onSaved={saved}
        />
      </Panel>
      <Guide callId={callId} steps={layout?.steps ?? []} />
    </Box>
  );
}

function Of({
  callId,
  formId,
  caller,
  again,
}: {
  readonly callId: string;
  readonly formId: string | undefined;
  readonly caller: Caller;
  readonly again: () => Promise<unknown>;
}) {
  const { list, phone, place, variables } = caller;
  const { accessNumber, skillGroupId } = caller;
  const from = useMemo(() => ({ accessNumber, skillGroupId }), [accessNumber, skillGroupId]);
  const call = useMemo(() => ({ callNumber: phone, variables }), [phone, variables]);
  const [kept, setKept] = useState(() => choiceOf(callId));
  const keep = (id: string | undefined) => {
    keepChoice(callId, id);
    setKept(id);
  };
  const choose = (of: Match | null) => keep(of?.id ?? "");
  const may = useMayPress("/customerinformation")(recordButton("customer", "add"));
  // Whoever was chosen may have been deleted meanwhile: chosen anew.
  const chosen = kept === "" && may ? null : list.find(({ id }) => id === kept);
  const match = chosen === undefined && list.length === 1 ? list[0] : chosen;
  const several = list.length > 1;
  const anew = () => keep(undefined);
  const others: Back | undefined = several ? { label: "选择其他客户", go: anew } : undefined;
  const notThis: Back | undefined = may ? { label: "不是该客户", go: () => choose(null) } : undefined;
  const known: Back | undefined = list.length === 1 ? { label: "返回已有客户", go: anew } : undefined;
  // Who was saved is who calls, of several with the number; not before he is among them.
  const saved = (id: string) => void again().then(() => keep(id));
  return (
    <Stack gap="3">
      <HStack justify="space-between" gap="3" wrap="wrap">
        <Text color="fg.muted">{phone === "" ? "这通电话没有客户号码" : `客户号码 ${phone}`}</Text>
        <Intention callId={callId} />
      </HStack>
      {match ? (
        <Known
          key={match.id}
          match={match}
          callId={callId}
          phone={phone}
          call={call}
          place={from}
          back={others ?? notThis}
        />
      ) : chosen === undefined && several ? (
        <Choosing {...{ list, choose, may }} />
      ) : (
        <Unknown {...{ callId, formId, phone, call, from, place, may, saved }} back={others ?? known} />
      )}
    </Stack>
  );
}

/** The customer of a call: found by its number, chosen among several, or new. */
export function CallForm({ callId, formId }: { readonly callId: string; readonly formId?: string }) {
  const { data, error, refetch } = useCaller(callId);
  if (callId === "") return <EmptyState title="没有通话" hint="来电或外呼时，客户资料会显示在这里。" />;
  if (error && !data) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <ScrollBox h="full">
      <Flex direction="column" p="3" css={{ containerType: "inline-size" }}>
        <Of callId={callId} formId={formId} caller={data} again={() => Promise.resolve(refetch())} />
      </Flex>
    </ScrollBox>
  );
}
