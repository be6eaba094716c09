/** Where a call goes: the kind of it, and which one. */
import type { ReplyOf } from "@liantai/api/contract";
import { choicesKind, targetKinds, type accessNumApi, type TargetKind } from "@liantai/api/contract/admin";
import { optionsFrom, unknownText, type Option } from "@liantai/ui";
import { SelectField, TextField } from "@liantai/ui/resource";
import { useEffect, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";

export type Choices = ReplyOf<typeof accessNumApi.choices>;
const pending: Choices["seat"] = [];
/** Stands for choices that have not come yet. */
export const noChoices: Choices = {
  skillGroup: pending,
  dispatchQueue: pending,
  seat: pending,
  extension: pending,
  voice: pending,
  meetingRoom: pending,
  flow: pending,
  timeRule: pending,
  off: [],
};

export const optionsOf = (choices: readonly { readonly id: string; readonly label: string }[]): readonly Option[] =>
  optionsFrom(choices === pending ? undefined : choices, (c) => ({ value: c.id, label: c.label }));

/** What is switched off is read by its name where something leads there already. */
const offOf = (kind: string, { off = [] }: Partial<Choices>) =>
  off.filter((one) => one.kind === kind).map(({ id, label }) => ({ id, label: `${label}（已停用）` }));

/** What a target reads as; what it names may be gone. */
export function targetText({ kind, id }: { readonly kind: string; readonly id: string }, choices: Choices): string {
  const words = targetKinds[kind as TargetKind] ?? kind;
  if (kind === "none" || kind === "hangup") return words;
  const offered = choices[choicesKind(kind) as keyof Choices] as Choices["seat"] | undefined;
  const known = [...(offered ?? []), ...offOf(kind, choices)].find((thing) => thing.id === id)?.label;
  // What is not chosen of any was typed.
  return `${words}：${known ?? (offered ? unknownText(id, offered === pending) : id)}`;
}

/** What can be chosen of a kind, and of what is switched off what is kept; undefined: nothing is. */
function thingsOf(kind: Exclude<TargetKind, "outside"> | undefined, choices: Choices, kept: readonly string[]) {
  if (!kind || kind === "hangup" || kind === "none") return undefined;
  const offered = (choices as Partial<Choices>)[choicesKind(kind)] ?? [];
  return offered === pending ? pending : [...offered, ...offOf(kind, choices).filter(({ id }) => kept.includes(id))];
}

interface TargetFieldsProps {
  /** Of the object {kind, id} in the form. */
  readonly name: string;
  readonly label: string;
  readonly kinds: readonly TargetKind[];
  readonly choices: Choices;
  readonly disabled?: boolean;
  /** An id that cannot be chosen: what is edited itself. */
  readonly except?: string;
  /** A kind whose id is typed, and how it reads. */
  readonly typed?: { readonly kind: string; readonly label: string };
}

/** Two fields, to stand beside each other. */
export function TargetFields({ name, label, kinds, choices, disabled = false, except, typed }: TargetFieldsProps) {
  const { control, getValues, setValue } = useFormContext();
  const watched = useWatch({ control, name: `${name}.kind` }) as string | undefined;
  const types = watched === "outside" || (typed !== undefined && watched === typed.kind);
  const kind = types ? "none" : (watched as Exclude<TargetKind, "outside"> | undefined);
  const id = useWatch({ control, name: `${name}.id` }) as string;
  // What stood there first may be chosen again.
  const [first] = useState(id);
  const was = useRef(watched);
  // An id of one kind is none of another.
  useEffect(() => {
    if (was.current === watched) return;
    was.current = watched;
    // Both came together, from the server.
    const id = String(getValues(`${name}.id`));
    if (types ? /^\+?\d{5,}$/.test(id) : thingsOf(kind, choices, [id])?.some((c) => c.id === id)) return;
    setValue(`${name}.id`, "", { shouldDirty: true });
  }, [watched, kind, types, name, choices, getValues, setValue]);
  // What is edited itself may take its own messages and callbacks.
  const all = thingsOf(kind, choices, [first, id]);
  const things =
    except === undefined || all === pending
      ? all
      : all?.filter((c) => c.id !== except || kind === "voicemail" || kind === "callback");
  return (
    <>
      <SelectField
        name={`${name}.kind`}
        label={label}
        options={[
          // Nothing is chosen yet, and nowhere is no choice here.
          ...(watched === "none" && !kinds.includes("none") ? [{ value: "none", label: "请选择" }] : []),
          ...kinds.map((value) => ({ value: value as string, label: targetKinds[value] as string })),
          ...(typed ? [{ value: typed.kind, label: typed.label }] : []),
        ]}
        none={false}
        disabled={disabled}
      />
      {things ? (
        <SelectField
          name={`${name}.id`}
          label={kind === "voice" ? "语音" : targetKinds[choicesKind(kind as TargetKind)]}
          options={optionsOf(things)}
          disabled={disabled}
          hint={things.length === 0 && things !== pending ? "还没有可选的对象" : undefined}
        />
      ) : types ? (
        <TextField name={`${name}.id`} label="号码" inputMode="tel" disabled={disabled} />
      ) : (
        <span />
      )}
    </>
  );
}
