import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import type { DraftHead } from "@liantai/api/contract/workorder";
import { phoneFieldOf, textIn, type CompiledForm, type GivenValues } from "@liantai/api/forms";
import { AppDrawer, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import {
  Drafted,
  DraftFound,
  DraftKept,
  DynamicForm,
  serverSources,
  useDynamicForm,
  type FormDraft,
} from "@liantai/ui/dynamic";
import { isFailure } from "@liantai/ui/resource";
import { useId, useMemo, useState } from "react";
import { useEngineContext, type CallFacts } from "../../records/parts/engine-context.ts";
import { useForm, useRoleRender } from "../../records/parts/forms.ts";
import { useAsks } from "../../records/parts/asks.ts";
import { useUsableFlows } from "./choices.ts";
import { useCustomerCode } from "./customer-code.ts";
import { FlowSelect } from "./flow-select.tsx";
import { LastOrder } from "./last-order.tsx";
import { HeadFields, Labelled } from "./order-head.tsx";
import { orders, type Order } from "./queries.ts";
import { codeText } from "./words.tsx";

/** What it is made from. */
export interface NewOrderOf {
  readonly parent?: Order;
  readonly customer?: { readonly id: string; readonly values: Readonly<Record<string, unknown>> };
  readonly callId?: string;
  /** Of the call; masked for whom numbers are hidden. */
  readonly phone?: string;
  readonly call?: CallFacts;
}

/** Of which its draft is, beside the call. */
const aboutOf = ({ parent, customer }: NewOrderOf): string => parent?.id ?? customer?.id ?? "";

const isMasked = (text: string): boolean => text.includes("*");

/** What the form begins with: of the customer and the call. `byServer`: fields whose whole value the server alone has. */
function beginning(form: CompiledForm, { customer, phone = "" }: NewOrderOf) {
  const typed: Record<string, unknown> = {};
  const byServer: string[] = [];
  const put = (name: string | undefined, value: string) => {
    if (name === undefined || value === "" || !form.byName.has(name)) return;
    if (isMasked(value)) byServer.push(name);
    else typed[name] = value;
  };
  put("customerCodeFillin", textIn(customer?.values, "customerCode"));
  for (const name of ["customerName", "callErloc", "accountLocation"]) put(name, textIn(customer?.values, name));
  put(phoneFieldOf(form)?.name, textIn(customer?.values, "phone") || phone);
  for (const { name, type, field } of form.fields)
    if (customer && type === "lookup" && field.ext?.lookup?.to === "customer")
      typed[name] = { id: customer.id, label: textIn(customer.values, "customerName") || customer.id };
  return { typed: typed as GivenValues, byServer };
}

interface FormProps {
  readonly form: CompiledForm;
  readonly of: NewOrderOf;
  readonly flow: { readonly id: string; readonly name: string };
  /** As it was typed with another flow. */
  readonly begun: DraftHead;
  readonly onHead: (head: DraftHead) => void;
  readonly onMade: (id: string) => void;
}

function NewForm({ form, of, flow, begun, onHead, onMade, draft }: FormProps & { readonly draft: FormDraft }) {
  const [create] = orders.create.useMutation();
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [sources] = useState(() => serverSources());
  const [{ typed, byServer }] = useState(() => beginning(form, of));
  const { kept, keeper } = draft;
  const [head, setHead] = useState<DraftHead>(() => ({ ...begun, ...kept?.head }));
  const about = textIn(of.customer?.values, "customerName");
  const title = head.title ?? [about, of.parent?.title ?? flow.name].filter(Boolean).join("，");
  const priority = head.priority ?? of.parent?.priority ?? 3;
  const role = useRoleRender(form.formId);
  const render = useMemo(
    () => ({
      ...role,
      // The flow numbers it.
      workCode: { hidden: true },
      ...Object.fromEntries(byServer.map((name) => [name, { hidden: true }])),
    }),
    [byServer, role],
  );
  const context = useEngineContext(render, of.call);
  const store = useDynamicForm({ form, sources, context, typed: { ...typed, ...kept?.values } });
  const code = useCustomerCode(store, !of.customer);
  const aboutId = aboutOf(of);
  const keep = (now = head) => keeper.typed(store.typedValues(), { ...now });
  const type = (more: DraftHead) => {
    const now = { ...head, ...more };
    setHead(now);
    onHead(now);
    keep(now);
  };
  const save = async (submit: boolean) => {
    const values = store.check(!submit);
    if (title.trim() === "") return setMissing(true);
    if (!values) return;
    setBusy(true);
    const body = {
      ...{ flowId: flow.id, title: title.trim(), priority, values, submit },
      ...(of.parent && { parentId: of.parent.id }),
      ...(of.callId !== undefined && { callId: of.callId }),
      ...(of.customer && { customerId: of.customer.id }),
      ...(code.hidden.customerId && { customerId: code.hidden.customerId }),
      ...(aboutId && { aboutId }),
    };
    try {
      const { id, workCode } = await keeper.around(() => create({ body }).unwrap());
      notifyDone(workCode ? `工单${workCode}` : "工单草稿", submit ? "提交" : "保存");
      onMade(id);
    } catch (error) {
      if (isFailure(error)) {
        claimFailure(error);
        store.refuse(error.fields ?? [], error.text);
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="3">
      <HeadFields {...{ title, priority, onType: type }} missing={missing && title.trim() === ""} />
      {byServer.length + code.hidden.fields.length > 0 && (
        <Text color="fg.muted">客户号码已隐藏，提交时自动带入。</Text>
      )}
      {of.customer && <LastOrder store={store} customerId={of.customer.id} onFilled={() => keep()} />}
      <Box onBlur={code.left}>
        <DynamicForm
          store={store}
          label="工单内容"
          submit={null}
          kept={useAsks(draft)}
          onChange={() => keep()}
          onSubmit={() => save(true)}
        />
      </Box>
      {/* At the sheet's own edge: nothing shows below the buttons. */}
      <HStack
        gap="2"
        justify="flex-end"
        position="sticky"
        bottom="-4"
        mb="-4"
        zIndex="1"
        bg="bg"
        py="2"
        borderTopWidth="1px"
      >
        <DraftKept draft={draft} what="填写的内容" />
        <Button variant="outline" colorPalette="gray" disabled={busy} onClick={() => void save(false)}>
          保存草稿
        </Button>
        <Button loading={busy} loadingText="提交" onClick={() => void save(true)}>
          提交
        </Button>
      </HStack>
    </Stack>
  );
}

interface NewOrderProps {
  readonly of: NewOrderOf;
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

function Chosen({
  of,
  onMade,
  flows,
}: NewOrderProps & {
  readonly flows: readonly { readonly id: string; readonly name: string; readonly formId: string }[];
}) {
  const [flowId, setFlowId] = useState(flows[0]?.id ?? "");
  const flow = flows.find(({ id }) => id === flowId);
  const [begun, setBegun] = useState<DraftHead>({});
  const { form, error, retry } = useForm(flow?.formId);
  const id = useId();
  const aboutId = aboutOf(of);
  return (
    <Stack gap="3">
      <Labelled label="流程" id={`${id}f`}>
        <FlowSelect id={`${id}f`} flows={flows} value={flowId} onChange={setFlowId} />
      </Labelled>
      {error && !form ? (
        <FailureState error={error} onRetry={retry} />
      ) : flow && form ? (
        <Drafted
          key={`${flowId} ${form.version}`}
          place={{
            formId: form.formId,
            ...(of.callId !== undefined && { callId: of.callId }),
            ...(aboutId && { aboutId }),
          }}
        >
          {(draft) => (
            <>
              <DraftFound draft={draft} />
              <NewForm {...{ form, of, flow, begun, onMade, draft }} onHead={setBegun} />
            </>
          )}
        </Drafted>
      ) : (
        <LoadingState />
      )}
    </Stack>
  );
}

/** A new order, beside what it is made from. */
export function NewOrder(props: NewOrderProps) {
  const { of, onClose } = props;
  const { list, error, retry } = useUsableFlows();
  const title = of.parent ? `新建子工单（主工单 ${codeText(of.parent)}）` : "新建工单";
  return (
    <AppDrawer open title={title} width="720px" onClose={onClose}>
      {error && !list ? (
        <FailureState error={error} onRetry={retry} />
      ) : !list ? (
        <LoadingState />
      ) : list.length === 0 ? (
        <EmptyState title="还没有可用的工单流程" hint="管理员在“工单流程”中发布并启用后，可以新建工单。" />
      ) : (
        <Chosen {...props} flows={list} />
      )}
    </AppDrawer>
  );
}
