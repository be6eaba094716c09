import { Button, Stack } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, RecordConflict, RecordSource } from "@liantai/api/contract/workorder";
import {
  codeFieldOf,
  type CompiledForm,
  type FormValues,
  type GivenValues,
  type OtherRender,
} from "@liantai/api/forms";
import { AppDrawer, FailureState, LoadingState } from "@liantai/ui";
import {
  Drafted,
  DraftFound,
  DraftKept,
  DynamicForm,
  serverSources,
  useDynamicForm,
  type FormDraft,
} from "@liantai/ui/dynamic";
import { useMemo, useState } from "react";
import { useAsks } from "./asks.ts";
import { useFoundDuplicates, type Accepted } from "../duplicates/use-found.tsx";
import { compiledOf, laidOut, useRoleRender } from "./forms.ts";
import { Conflict, conflictIn } from "./conflict.tsx";
import { useEngineContext, type CallFacts } from "./engine-context.ts";
import { AlsoHere, usePresence } from "./presence.tsx";
import { records, useRecord, type OpenRecord } from "./queries.ts";
import { useUpdate } from "./use-update.ts";

const width = "720px";

interface NewProps {
  readonly form: CompiledForm;
  readonly noun: string;
  readonly source?: RecordSource;
  readonly callId?: string;
  readonly call?: CallFacts | undefined;
  /** What it begins with: the number that calls. */
  readonly typed?: GivenValues;
  /** Fields that the server fills: a number that the person may not see. */
  readonly filled?: readonly string[];
  /** What it is made for, of which its draft is then, whatever the call; saved as `save` does. */
  readonly madeFor?: { readonly id: string; readonly save: (values: GivenValues) => Promise<{ readonly id: string }> };
  /** Absent: it stands in no sheet. */
  readonly onClose?: () => void;
  readonly onSaved?: (id: string) => void;
}

function NewFields({
  form,
  noun,
  source,
  callId,
  call,
  typed,
  filled,
  madeFor,
  onClose,
  onSaved,
  draft,
}: NewProps & { readonly draft: FormDraft }) {
  const [add] = records.add.useMutation();
  const [sources] = useState(() => serverSources());
  const role = useRoleRender(form.formId);
  const render = useMemo(() => {
    const code = codeFieldOf(form);
    return {
      ...role,
      ...(code && { [code.name]: { ...role[code.name], require: false } }),
      ...Object.fromEntries((filled ?? []).map((name) => [name, { hidden: true }])),
    };
  }, [form, filled, role]);
  const context = useEngineContext(render, call);
  const store = useDynamicForm({ form, sources, context, typed: { ...typed, ...draft.kept?.values } });
  const found = useFoundDuplicates();
  const send = async (values: GivenValues, accepted: Accepted = {}) => {
    const body = { formId: form.formId, values, ...(source && { source }), ...(callId && { callId }), ...accepted };
    const { id } = await draft.keeper.around(() => (madeFor ? madeFor.save(values) : add({ body }).unwrap()));
    notifyDone(noun, madeFor ? "保存" : "新增");
    onSaved?.(id);
    onClose?.();
  };
  return (
    <Stack gap="3">
      {found.shown(noun, send)}
      <DynamicForm
        store={store}
        label={`新增${noun}`}
        onSubmit={found.watching(send)}
        kept={useAsks(draft)}
        onChange={(_, values) => draft.keeper.typed(values)}
        footer={<Footer draft={draft} onClose={onClose} />}
      />
    </Stack>
  );
}

/** A new record of a call has a draft of its own, others one a form, or one of what they are made for. */
export function NewForm(props: NewProps) {
  const { form, callId, madeFor } = props;
  const of = madeFor ? { aboutId: madeFor.id } : callId ? { callId } : {};
  return (
    <Drafted place={{ formId: form.formId, ...of }}>
      {(draft) => (
        <>
          <DraftFound draft={draft} />
          <NewFields {...props} draft={draft} />
        </>
      )}
    </Drafted>
  );
}

const Footer = ({ draft, onClose }: { readonly draft: FormDraft; readonly onClose: (() => void) | undefined }) => (
  <>
    <DraftKept draft={draft} />
    <Cancel onClose={onClose} />
  </>
);

const Cancel = ({ onClose }: { readonly onClose: (() => void) | undefined }) =>
  onClose && (
    <Button variant="outline" colorPalette="gray" onClick={onClose}>
      取消
    </Button>
  );

/** A new record, beside its list. */
export const NewRecord = (props: NewProps & Required<Pick<NewProps, "onClose">>) => (
  <AppDrawer open title={`新增${props.noun}`} width={width} onClose={props.onClose}>
    <NewForm {...props} />
  </AppDrawer>
);

interface EditProps {
  readonly id: string;
  readonly noun: string;
  readonly onClose: () => void;
}

interface EditFormProps extends Pick<EditProps, "id" | "noun">, Partial<Pick<EditProps, "onClose">> {
  /** The call in which it is changed. */
  readonly callId?: string;
  readonly call?: CallFacts | undefined;
  readonly opened: OpenRecord;
  /** How it is saved where it is no record like any other. */
  readonly send?: (body: BodyOf<typeof customerFormDataApi.update>) => Promise<Saved>;
  /** Fields that stand first. */
  readonly layout?: readonly string[] | undefined;
  readonly onReload: () => void;
}

type Saved = ReplyOf<typeof customerFormDataApi.update>;
type Over = BodyOf<typeof customerFormDataApi.update>["over"];

/** 周敏同时修改的等级、备注已保留。 */
const keptText = (kept: Saved["kept"]): string =>
  kept ? `${kept.by}同时修改的${kept.fields.map(({ label }) => label).join("、")}已保留。` : "";

/** Saves with the version that it saw; of fields that another changed meanwhile, too, both values are shown. */
function EditFields({
  id,
  noun,
  opened,
  callId,
  call = opened.call,
  layout,
  send,
  onClose,
  onReload,
  onTyped,
  onSaved,
  draft,
}: EditFormProps & { readonly draft: FormDraft; readonly onTyped: () => void; readonly onSaved: () => void }) {
  const { record, otherRender } = opened;
  const update = useUpdate(opened);
  const [sources] = useState(() => serverSources(id));
  const form = useMemo(
    () => laidOut(compiledOf(opened.form, opened.otherOptions), layout),
    [opened.form, opened.otherOptions, layout],
  );
  const context = useEngineContext(otherRender as OtherRender, call);
  const { kept, keeper, discard } = draft;
  const store = useDynamicForm({
    ...{ form, stored: record.values as FormValues, context, sources },
    ...(kept && { typed: kept.values }),
  });
  const [refused, setRefused] = useState<{ readonly conflict: RecordConflict; readonly values: GivenValues }>();
  const found = useFoundDuplicates();
  const others = usePresence(record.id, true);
  const save = async (values: GivenValues, accepted: Accepted & { readonly over?: Over } = {}) => {
    setRefused(undefined);
    onTyped();
    try {
      // What a draft changes is what its writer saw then.
      const version = kept?.version || record.version;
      const body = { id, version, values, ...(callId && { callId }), ...accepted };
      const { kept: others } = await keeper.around(() => (send ? send(body) : update(body)));
      notifyDone(noun, "保存", { note: keptText(others) });
      onSaved();
      onClose?.();
    } catch (error) {
      const conflict = conflictIn(error);
      if (conflict) setRefused({ conflict, values });
      throw error;
    }
  };
  const theirs = () => {
    discard();
    onReload();
  };
  return (
    <Stack gap="3">
      <AlsoHere others={others} noun={noun} />
      {found.shown(noun, save)}
      {refused && (
        <Conflict
          form={form}
          conflict={refused.conflict}
          onSave={(mine, theirs) => {
            const values = Object.fromEntries(
              Object.entries(refused.values).filter(([name]) => !theirs.includes(name)),
            );
            // What else stands against it is said by the shell, and at its field.
            void save(values, { over: { version: refused.conflict.version, fields: [...mine] } }).catch(
              () => undefined,
            );
          }}
          onTheirs={theirs}
        />
      )}
      <DynamicForm
        store={store}
        label={`编辑${noun}`}
        onSubmit={found.watching(save)}
        kept={useAsks(draft)}
        onChange={(_, values) => {
          onTyped();
          keeper.typed(values);
        }}
        footer={<Footer draft={draft} onClose={onClose} />}
      />
    </Stack>
  );
}

/**
 * The form stays as somebody types into it, whatever is newer meanwhile: the save says so, with both values. What was saved here, or asked
 * for, is taken.
 */
export function EditForm(props: EditFormProps) {
  const { opened: newest, onReload } = props;
  const [opened, hold] = useState(newest);
  const [typed, setTyped] = useState(false);
  const { formId, version } = opened.record;
  if (!typed && newest !== opened) hold(newest);
  const leave = () => setTyped(false);
  return (
    <Drafted key={version} place={{ formId, recordId: props.id }} version={version}>
      {(draft) => (
        <>
          <DraftFound draft={draft} />
          <EditFields
            {...props}
            opened={opened}
            draft={draft}
            onTyped={() => setTyped(true)}
            onSaved={leave}
            onReload={() => {
              leave();
              onReload();
            }}
          />
        </>
      )}
    </Drafted>
  );
}

/** A record as it is now, to be changed. */
export function EditRecord(props: EditProps) {
  const { id, noun, onClose } = props;
  const { data, error, refetch } = useRecord(id);
  return (
    <AppDrawer open title={`编辑${noun}`} width={width} onClose={onClose}>
      {error && !data ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : (
        <EditForm {...props} opened={data} onReload={() => void refetch()} />
      )}
    </AppDrawer>
  );
}
