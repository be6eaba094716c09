/** The dialling task of a call: whom it is about, what the list says of him, and the task's own form. */
import { Box, Button, Heading, HStack, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { queriesOf, selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import { heardAs, previewTaskApi, type Heard } from "@liantai/api/contract/preview";
import { taskFormApi } from "@liantai/api/contract/workorder";
import { phoneFieldOf, type CompiledForm, type GivenValues } from "@liantai/api/forms";
import { FailureState, LoadingState } from "@liantai/ui";
import { useMemo, useState } from "react";
import { useForm } from "../../records/parts/forms.ts";
import { useRecord } from "../../records/parts/queries.ts";
import { EditForm, NewForm } from "../../records/parts/record-form.tsx";

const preview = queriesOf(previewTaskApi);
const taskForms = queriesOf(taskFormApi);

const noun = "任务表单";

type TaskNumber = NonNullable<ReplyOf<typeof previewTaskApi.ofCall>["number"]>;

interface FormProps {
  readonly number: TaskNumber;
  readonly callId: string;
  readonly onSaved: (id: string) => void;
}

const variablesOf = ({ variables }: TaskNumber) => variables as Readonly<Record<string, string>>;

function useSave({ number, callId, onSaved }: FormProps) {
  const [save] = taskForms.preview.useMutation();
  return async (body: Omit<BodyOf<typeof taskFormApi.preview>, "phoneId" | "callId">) => {
    const call = callId === "" ? {} : { callId };
    const saved = await save({ body: { ...body, phoneId: number.id, ...call } }).unwrap();
    onSaved(saved.id);
    return saved;
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

function NewNumberForm(props: FormProps) {
  const { number, callId } = props;
  const { form, error, retry } = useForm(number.formId);
  const facts = useFacts(number);
  const save = useSave(props);
  const [typed, setTyped] = useState<GivenValues>();
  if (form && !typed) setTyped(known(form, number));
  if (error && !form) return <FailureState error={error} onRetry={retry} />;
  if (!form || !typed) return <LoadingState />;
  const phone = phoneFieldOf(form)?.name;
  const masked = number.phone.includes("*") && phone !== undefined && callId !== "";
  return (
    <NewForm
      {...{ form, noun, typed, call: facts }}
      {...(masked && { filled: [phone] })}
      madeFor={{ id: number.id, save: (values) => save({ values }) }}
    />
  );
}

function ChangedForm({ id, ...props }: FormProps & { readonly id: string }) {
  const { data, error, refetch } = useRecord(id);
  const save = useSave(props);
  const facts = useFacts(props.number);
  if (error && !data) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const again = () => void refetch();
  return (
    <EditForm
      {...{ id, noun, opened: data, call: facts }}
      onReload={again}
      send={async (body) => {
        const saved = await save(body);
        again();
        return saved;
      }}
    />
  );
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
            <NewNumberForm number={number} callId={callId} onSaved={setSaved} />
          ) : (
            <ChangedForm key={id} id={id} number={number} callId={callId} onSaved={setSaved} />
          ))}
      </Stack>
    </Box>
  );
}

/** Whose telephone rings is written beside the ring: a page that was faster asks again, until it is there; nothing is followed. */
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
  if (error && !data) return <FailureState error={error} onRetry={() => void refetch()} />;
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
