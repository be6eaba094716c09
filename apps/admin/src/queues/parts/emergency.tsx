/** Emergency switches that are on, above the monitors' lists, and the press that puts one on. Nothing is drawn while none is. */
import { Box, Button, Flex, SimpleGrid, Text } from "@chakra-ui/react";
import { notifyDone, queriesOf } from "@liantai/api/client";
import { formatTime, type ReplyOf } from "@liantai/api/contract";
import {
  emergencyActions,
  emergencyApi,
  emergencySubjects,
  emergencyTargets,
  type EmergencyAction,
  type EmergencySubject,
} from "@liantai/api/contract/admin";
import { LoadingState, SelectField } from "@liantai/ui";
import { ActionBar, formOf, MultiSelectField, TextAreaField, type Action } from "@liantai/ui/resource";
import { Siren } from "lucide-react";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { noChoices, optionsOf, TargetFields } from "../../parts/target-fields.tsx";
import { useLive } from "./live.ts";
import { useMayWatch } from "../../parts/watching.ts";

const emergency = queriesOf(emergencyApi);
type Switch = ReplyOf<typeof emergencyApi.list>[number];

interface Thing {
  readonly subject: EmergencySubject;
  readonly id: string;
}

const subjectOptions = Object.entries(emergencySubjects).map(([value, label]) => ({ value, label }));
const actionOptions = Object.entries(emergencyActions).map(([value, label]) => ({ value, label }));
const leads = emergencyTargets.filter((kind) => kind !== "none");

/** thing: what is switched is known already. */
function Fields({ thing }: { readonly thing: Thing | undefined }) {
  const { data } = emergency.choices.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  const { control, getValues, setValue } = useFormContext();
  const [subject, action] = useWatch({ control, name: ["subject", "action"] }) as [EmergencySubject, EmergencyAction];
  // Those of the other kind are none of this press.
  useEffect(() => {
    if (thing !== undefined || !data) return;
    const offered = new Set((subject === "number" ? data.number : data.group).map(({ id }) => id));
    const chosen = getValues("subjectIds") as readonly string[];
    const kept = chosen.filter((id) => offered.has(id));
    if (kept.length < chosen.length) setValue("subjectIds", kept, { shouldDirty: true });
  }, [subject, data, thing, getValues, setValue]);
  if (!data) return <LoadingState />;
  const things = subject === "number" ? data.number : data.group;
  return (
    <Flex direction="column" gap="3">
      {thing === undefined && (
        <>
          <SelectField name="subject" label="对象类型" options={subjectOptions} none={false} />
          <MultiSelectField
            key={subject}
            name="subjectIds"
            label={emergencySubjects[subject]}
            options={optionsOf(things)}
            height="140px"
          />
        </>
      )}
      <SelectField name="action" label="处理方式" options={actionOptions} none={false} />
      {action === "announce" && <TextAreaField name="text" label="公告内容" rows={2} />}
      {action === "target" && (
        <SimpleGrid columns={2} gap="3">
          <TargetFields name="target" label="转到" kinds={leads} choices={{ ...noChoices, ...data }} />
        </SimpleGrid>
      )}
      <Text color="fg.muted">立即生效，正在排队的来电一并处理；正在通话的不受影响。</Text>
    </Flex>
  );
}

/** 应急开关, over a list or of one thing. */
export function useEmergencyAction(thing?: Thing): Action {
  const press = useMayWatch("/skillgroupmonitor");
  const [set] = emergency.set.useMutation();
  return {
    label: "应急开关",
    may: press("skillgroupmonitor.emergency"),
    danger: true,
    form: () =>
      formOf({
        title: thing ? `启用应急开关：${emergencySubjects[thing.subject]}${thing.id}` : "启用应急开关",
        small: true,
        submit: "启用",
        width: "480px",
        schema: emergencyApi.set.body!.omit(["compId"]),
        values: {
          ...(thing ?? { subject: "skillGroup", id: "" }),
          subjectIds: [],
          action: "announce",
          text: "",
          target: { kind: "none", id: "" },
        },
        fields: <Fields thing={thing} />,
        send: (values) => set({ body: values }),
      }),
    done: ["应急开关", "启用"],
  };
}

function Row({ row, may }: { readonly row: Switch; readonly may: boolean }) {
  const [clear] = emergency.clear.useMutation();
  const [busy, setBusy] = useState(false);
  const what = row.action === "target" ? `转到${row.targetName}` : emergencyActions[row.action];
  const press = async () => {
    setBusy(true);
    const reply = await clear({ body: { subject: row.subject, id: row.id } });
    setBusy(false);
    if (!reply.error) notifyDone("应急开关", "恢复");
  };
  return (
    <Flex role="listitem" align="center" gap="3" px="3" py="1" minH="36px" wrap="wrap">
      <Box color="fg.error" aria-hidden>
        <Siren size={14} />
      </Box>
      <Text fontWeight="semibold">
        {emergencySubjects[row.subject]} {row.name}
      </Text>
      <Text flex="1" minW="120px" truncate title={row.text}>
        {what}
        {row.text && `：${row.text}`}
      </Text>
      {row.gone === 1 && (
        <Text role="alert" color="fg.error" fontWeight="semibold">
          要转到的目标已失效，来电按“关闭”处理
        </Text>
      )}
      <Text color="fg.muted">
        {row.by} {formatTime(row.at)} 启用
      </Text>
      {may && (
        <Button size="2xs" variant="outline" disabled={busy} onClick={() => void press()}>
          恢复
        </Button>
      )}
    </Flex>
  );
}

/** Of one access number, where it is set up: whether it is switched, and the press. */
function OfNumber({ number }: { readonly number: string }) {
  const { data, refetch } = emergency.list.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  useLive(refetch);
  const action = useEmergencyAction({ subject: "number", id: number });
  const on = data?.find(({ subject, id }) => subject === "number" && id === number);
  if (!data) return null;
  if (!on) return <ActionBar row={undefined} actions={[action]} />;
  return (
    <Box
      role="list"
      aria-label="应急开关"
      flex="1"
      borderWidth="1px"
      borderColor="border.error"
      borderRadius="md"
      bg="bg.error"
    >
      <Row row={on} may />
    </Box>
  );
}

export function NumberEmergency({ number }: { readonly number: string }) {
  const may = useMayWatch("/skillgroupmonitor")("skillgroupmonitor.emergency");
  return may ? <OfNumber number={number} /> : null;
}

export function EmergencyList() {
  const { data, refetch } = emergency.list.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  useLive(refetch);
  const may = useMayWatch("/skillgroupmonitor")("skillgroupmonitor.emergency");
  if (!data || data.length === 0) return null;
  return (
    <Box role="list" aria-label="应急开关" borderWidth="1px" borderColor="border.error" borderRadius="md" bg="bg.error">
      {data.map((row) => (
        <Row key={`${row.subject} ${row.id}`} row={row} may={may} />
      ))}
    </Box>
  );
}
