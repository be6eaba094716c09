import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import { propertiesOf, triggerFaults } from "@liantai/api/contract/work-orders";
import { sameValue, type CompiledForm } from "@liantai/api/forms";
import { PanelSwitch, PanelText } from "@liantai/ui/board";
import { GuardedDrawer, isFailure } from "@liantai/ui/resource";
import { useMemo, useState, type ReactNode } from "react";
import { useFlowSeats } from "../../order-flows/parts/seats.tsx";
import { useSurroundings } from "../../order-flows/parts/surroundings.ts";
import { ConditionEditor, shapeOf } from "../../parts/conditions/condition-editor.tsx";
import { ActionsEditor } from "../parts/actions-editor.tsx";
import { Faults } from "../../parts/faults.tsx";
import { missingIn } from "../parts/missing.ts";
import { triggers, type Trial, type Trigger, type TriggerDraft } from "../queries.ts";
import { TrialResult } from "./trial.tsx";
import { WhenEditor } from "./when-editor.tsx";

const fresh = (form: CompiledForm): TriggerDraft => ({
  ...{ name: "", enabled: 1, condition: { all: [] }, actions: [] },
  when: { on: "event", events: form.formType === "workOrder" ? ["submitted"] : ["record.created"] },
});

/** What the server would refuse, before it is asked. */
function faultsOf(form: CompiledForm, { name, when, condition, actions }: TriggerDraft): readonly string[] {
  return [
    ...(name.trim() === "" ? ["请输入触发器名称"] : []),
    ...(when.on === "event" && when.events.length === 0 ? ["请选择触发的情况"] : []),
    ...missingIn(actions),
    ...triggerFaults(form, { when, condition, actions }),
  ];
}

function useSending(form: CompiledForm, trigger: Trigger | undefined, draft: TriggerDraft, onClose: () => void) {
  const [said, setSaid] = useState<string>();
  const [trial, setTrial] = useState<Trial>();
  const [add, adding] = triggers.add.useMutation();
  const [update, updating] = triggers.update.useMutation();
  const [dryRun, trying] = triggers.dryRun.useLazyQuery();
  const telling = async (work: () => Promise<void>) => {
    setSaid(undefined);
    try {
      await work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.text);
    }
  };
  const body = { formId: form.formId, ...draft, name: draft.name.trim() };
  return {
    ...{ said, trial, busy: adding.isLoading || updating.isLoading, tries: trying.isFetching },
    closeTrial: () => setTrial(undefined),
    save: () =>
      telling(async () => {
        if (trigger) await update({ body: { ...body, id: trigger.id, revision: trigger.revision } }).unwrap();
        else await add({ body }).unwrap();
        notifyDone("触发器", "保存");
        onClose();
      }),
    run: () =>
      telling(async () => {
        const { name: _, enabled: __, ...asked } = body;
        setTrial(await dryRun({ body: asked }).unwrap());
      }),
  };
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box as="section" aria-label={title}>
      <Text fontWeight="600" mb="1">
        {title}
      </Text>
      {children}
    </Box>
  );
}

interface DrawerProps {
  readonly form: CompiledForm;
  /** undefined: a new one. */
  readonly trigger: Trigger | undefined;
  readonly onClose: () => void;
}

export function TriggerDrawer({ form, trigger, onClose }: DrawerProps) {
  const { timeRules } = useSurroundings("");
  const [first] = useState<TriggerDraft>(() => {
    if (!trigger) return fresh(form);
    const { name, enabled, when, condition, actions } = trigger;
    return { name, enabled, when, actions, condition: shapeOf(condition) ? condition : { all: [condition] } };
  });
  const [draft, setDraft] = useState(first);
  const fields = useMemo(() => [...form.definition.fields, ...propertiesOf(form.formType)], [form]);
  const faults = faultsOf(form, draft);
  const sending = useSending(form, trigger, draft, onClose);
  const [tried, setTried] = useState(false);
  const save = () => {
    setTried(true);
    if (faults.length === 0) void sending.save();
  };
  const put = (part: Partial<TriggerDraft>) => setDraft({ ...draft, ...part });
  const tryable = faults.every((fault) => fault === "请输入触发器名称");
  return (
    <GuardedDrawer
      open
      title={trigger ? "编辑触发器" : "新增触发器"}
      width="760px"
      dirty={!sameValue(draft, first)}
      onClose={onClose}
      footer={
        <HStack gap="2">
          <Button variant="outline" disabled={!tryable} loading={sending.tries} onClick={() => void sending.run()}>
            试运行
          </Button>
          <Button loading={sending.busy} onClick={save}>
            保存
          </Button>
        </HStack>
      }
    >
      <Stack gap="4">
        <HStack gap="3" align="flex-end">
          <PanelText label="触发器名称" value={draft.name} max={30} onChange={(name) => put({ name })} />
          <PanelSwitch label="启用" value={draft.enabled === 1} onChange={(is) => put({ enabled: is ? 1 : 0 })} />
        </HStack>
        <Part title="什么时候">
          <WhenEditor {...{ form, timeRules }} when={draft.when} onChange={(when) => put({ when })} />
        </Part>
        <Part title="满足什么条件">
          <ConditionEditor
            condition={draft.condition}
            fields={fields}
            depth={0}
            onChange={(condition) => put({ condition })}
          />
        </Part>
        <Part title="做什么">
          <ActionsEditor
            form={form}
            useSeats={useFlowSeats}
            actions={draft.actions}
            onChange={(actions) => put({ actions })}
          />
        </Part>
        <Faults faults={faults} tried={tried} said={sending.said} />
      </Stack>
      {sending.trial && <TrialResult trial={sending.trial} onClose={sending.closeTrial} />}
    </GuardedDrawer>
  );
}
