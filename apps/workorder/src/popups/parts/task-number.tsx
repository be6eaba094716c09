/** The dialling task of a call: whom it is about, what the list says of him, and the task's own form. */
import { Box, Button, Heading, HStack, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { notifyDone, queriesOf, selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { heardAs, previewTaskApi, type Heard } from "@liantai/api/contract/preview";
import { taskFormApi } from "@liantai/api/contract/workorder";
import {
  phoneFieldOf,
  type CompiledForm,
  type FormValues,
  type GivenValues,
  type OtherRender,
} from "@liantai/api/forms";
import { FailureState, LoadingState } from "@liantai/ui";
import { DynamicForm, serverSources, useDynamicForm } from "@liantai/ui/dynamic";
import { useMemo, useState } from "react";
import { useEngineContext } from "../../records/parts/engine-context.ts";
import { compiledOf, useForm, useRoleRender } from "../../records/parts/forms.ts";
import { useRecord, type OpenRecord } from "../../records/parts/queries.ts";

const preview = queriesOf(previewTaskApi);
const taskForms = queriesOf(taskFormApi);

type TaskNumber = NonNullable<ReplyOf<typeof previewTaskApi.ofCall>["number"]>;

interface FormProps {
  readonly number: TaskNumber;
  readonly callId: string;
  readonly onSaved: (id: string) => void;
}

const variablesOf = ({ variables }: TaskNumber) => variables as Readonly<Record<string, string>>;

function useSave({ number, callId, onSaved }: FormProps) {
  const [save] = taskForms.preview.useMutation();
  return async (values: GivenValues, record: { readonly id?: string; readonly version?: number } = {}) => {
    const call = callId === "" ? {} : { callId };
    const { id } = await save({ body: { phoneId: number.id, values, ...record, ...call } }).unwrap();
    notifyDone("任务表单", "保存");
    onSaved(id);
  };
}

const useFacts = (number: TaskNumber) =>
  useMemo(() => ({ callNumber: number.phone, variables: variablesOf(number) }), [number]);

/** What is known of the person already; a number that is masked the server fills. */
function known(form: CompiledForm, number: TaskNumber): GivenValues {
  const phone = phoneFieldOf(form)?.name;
  const own = { customerName: number.contact, taskMark: number.taskIdentity, batchNumber: number.batchNumber };
  return {
    ...Object.fromEntries(Object.entries(own).filter(([name, text]) => form.byName.has(name) && text !== "")),
    ...(phone !== undefined && !number.phone.includes("*") && { [phone]: number.phone }),
    ...Object.fromEntries(
      form.fields
        .filter(({ label, type }) => type === "input" && variablesOf(number)[label])
        .map(({ name, label }) => [name, variablesOf(number)[label]!]),
    ),
  };
}

function NewFields({ form, ...props }: FormProps & { readonly form: CompiledForm }) {
  const { number } = props;
  const [sources] = useState(() => serverSources());
  const role = useRoleRender(form.formId);
  const phone = phoneFieldOf(form)?.name;
  const masked = number.phone.includes("*") && phone !== undefined && props.callId !== "";
  const render = useMemo(
    () => (masked && phone ? { ...role, [phone]: { hidden: true } } : role),
    [role, masked, phone],
  );
  const context = useEngineContext(render, useFacts(number));
  const [typed] = useState(() => known(form, number));
  const store = useDynamicForm({ form, sources, context, typed });
  const save = useSave(props);
  return <DynamicForm store={store} label="任务表单" onSubmit={(values) => save(values)} />;
}

function NewForm(props: FormProps) {
  const { form, error, retry } = useForm(props.number.formId);
  if (error) return <FailureState error={error} onRetry={retry} />;
  return form ? <NewFields {...props} form={form} /> : <LoadingState />;
}

function ChangedFields({ opened, ...props }: FormProps & { readonly opened: OpenRecord }) {
  const { record, otherRender } = opened;
  const [sources] = useState(() => serverSources(record.id));
  const form = useMemo(() => compiledOf(opened.form, opened.otherOptions), [opened.form, opened.otherOptions]);
  const context = useEngineContext(otherRender as OtherRender, useFacts(props.number));
  const store = useDynamicForm({ form, stored: record.values as FormValues, context, sources });
  const save = useSave(props);
  return (
    <DynamicForm
      store={store}
      label="任务表单"
      onSubmit={(values) => save(values, { id: record.id, version: record.version })}
    />
  );
}

function ChangedForm({ id, ...props }: FormProps & { readonly id: string }) {
  const { data, error, refetch } = useRecord(id);
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const again = (saved: string) => {
    props.onSaved(saved);
    void refetch();
  };
  return <ChangedFields key={data.record.version} {...props} opened={data} onSaved={again} />;
}

/** 误判: who it was by the agent's own ear. */
function HeardChoice({ number, callId }: Pick<FormProps, "number" | "callId">) {
  const [heardOf, { isLoading }] = preview.heard.useMutation();
  const [said, setSaid] = useState(number.heard);
  const say = (heard: "" | Heard) =>
    heardOf({ body: { callId, heard } })
      .unwrap()
      .then(
        () => setSaid(heard),
        // The shell has said why.
        () => undefined,
      );
  return (
    <HStack gap="2" role="group" aria-label="实际接听方">
      <Text color="fg.muted" textStyle="xs" title="与应答检测不同的记为误判，任务按此公布误判率">
        实际接听方
      </Text>
      {(Object.keys(heardAs) as Heard[]).map((heard) => (
        <Button
          key={heard}
          size="2xs"
          variant={said === heard ? "solid" : "outline"}
          aria-pressed={said === heard}
          disabled={isLoading}
          onClick={() => void say(said === heard ? "" : heard)}
        >
          {heardAs[heard]}
        </Button>
      ))}
    </HStack>
  );
}

function Card({ number, callId }: Pick<FormProps, "number" | "callId">) {
  const [saved, setSaved] = useState("");
  const { taskIdentity, contact, batchNumber, formId, formDataId } = number;
  const facts = [["客户姓名", contact], ["批次", batchNumber], ...Object.entries(variablesOf(number))];
  const id = saved || formDataId;
  return (
    <Box as="section" aria-label="任务资料" bg="bg" borderWidth="1px" borderRadius="md" p="4" m="3" mb="0">
      <Heading as="h2" mb="3" textStyle="md" fontWeight="600">
        任务：{taskIdentity}
      </Heading>
      <Stack gap="3">
        <SimpleGrid columns={{ base: 2, md: 4 }} gap="2">
          {facts.map(([name, value]) => (
            <Box key={name} minW="0">
              <Text color="fg.muted" textStyle="xs">
                {name}
              </Text>
              <Text overflowWrap="anywhere">{value || "—"}</Text>
            </Box>
          ))}
        </SimpleGrid>
        {number.detects && callId !== "" && <HeardChoice number={number} callId={callId} />}
        {formId !== "" &&
          (id === "" ? (
            <NewForm number={number} callId={callId} onSaved={setSaved} />
          ) : (
            <ChangedForm key={id} id={id} number={number} callId={callId} onSaved={setSaved} />
          ))}
      </Stack>
    </Box>
  );
}

/** Whose telephone rings is written beside the ring: a page that was faster asks again. */
const againMs = 1_000;

function Asked({ callId, phoneId }: { readonly callId: string; readonly phoneId: string }) {
  const body = callId === "" ? { phoneId } : { callId };
  const lives = useSelector((state: RootState) => callId !== "" && selectTelephony(state).call?.callId === callId);
  const [waits, setWaits] = useState(true);
  const { data, error, refetch } = preview.ofCall.useQuery(
    { body },
    { refetchOnMountOrArgChange: true, pollingInterval: lives && waits ? againMs : 0 },
  );
  if (waits && (data?.number || error)) setWaits(false);
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  return data?.number ? <Card number={data.number} callId={callId} /> : null;
}

/** Nothing of a call that is for no task. */
export function TaskNumberOf({ callId, phoneId = "" }: { readonly callId: string; readonly phoneId?: string }) {
  const isTasks = useSelector((state: RootState) => {
    const { call } = selectTelephony(state);
    return callId !== "" && call?.callId === callId && call.taskid !== undefined;
  });
  // The call's end takes its task out of the bar, and not out of the form that is being filled.
  const [stays, setStays] = useState(false);
  if (isTasks && !stays) setStays(true);
  return stays || phoneId !== "" ? <Asked callId={stays ? callId : ""} phoneId={phoneId} /> : null;
}
