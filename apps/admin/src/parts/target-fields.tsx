/** Where a call goes: the kind of it, and which one. */
import type { ReplyOf } from "@liantai/api/contract";
import { choicesKind, targetKinds, type accessNumApi, type TargetKind } from "@liantai/api/contract/admin";
import { offText, optionsFrom, pendingOptions, unknownText, type Option } from "@liantai/ui";
import { SelectField, TextField } from "@liantai/ui/resource";
import { useEffect, useRef } from "react";
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

/** What is switched off can be kept where something leads there already, and is read by its name (Q28). */
const offOf = (kind: string, { off = [] }: Partial<Choices>) => off.filter((one) => one.kind === choicesKind(kind));

/** What can be chosen of a kind, or kept. */
export function choicesOf(kind: Exclude<keyof Choices, "off">, choices: Choices): readonly Option[] {
  const offered = optionsOf(choices[kind]);
  const off = offOf(kind, choices).map(({ id, label }) => ({ value: id, label, off: true }));
  return off.length === 0 ? offered : [...offered, ...off];
}

/** What a target reads as; what it names may be gone. */
export function targetText({ kind, id }: { readonly kind: string; readonly id: string }, choices: Choices): string {
  const words = targetKinds[kind as TargetKind] ?? kind;
  if (kind === "none" || kind === "hangup") return words;
  const offered = choices[choicesKind(kind) as keyof Choices] as Choices["seat"] | undefined;
  const off = offOf(kind, choices).find((thing) => thing.id === id);
  const known = offered?.find((thing) => thing.id === id)?.label ?? (off && offText(off.label));
  // What is not chosen of any was typed.
  return `${words}：${known ?? (offered ? unknownText(id, offered === pending) : id)}`;
}

/** What can be chosen of a kind, or kept; undefined: nothing is. */
function thingsOf(kind: Exclude<TargetKind, "outside"> | undefined, choices: Choices): readonly Option[] | undefined {
  if (!kind || kind === "hangup" || kind === "none") return undefined;
  return choicesOf(choicesKind(kind), { ...noChoices, ...choices });
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
  const was = useRef(watched);
  // An id of one kind is none of another.
  useEffect(() => {
    if (was.current === watched) return;
    was.current = watched;
    // Both came together, from the server.
    const id = String(getValues(`${name}.id`));
    if (types ? /^\+?\d{5,}$/.test(id) : thingsOf(kind, choices)?.some(({ value }) => value === id)) return;
    setValue(`${name}.id`, "", { shouldDirty: true });
  }, [watched, kind, types, name, choices, getValues, setValue]);
  // What is edited itself may take its own messages and callbacks.
  const all = thingsOf(kind, choices);
  const things =
    except === undefined || all === pendingOptions
      ? all
      : all?.filter(({ value }) => value !== except || kind === "voicemail" || kind === "callback");
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
          options={things}
          disabled={disabled}
          hint={things.every(({ off }) => off) && things !== pendingOptions ? "还没有可选的对象" : undefined}
        />
      ) : types ? (
        <TextField name={`${name}.id`} label="号码" inputMode="tel" disabled={disabled} />
      ) : (
        <span />
      )}
    </>
  );
}
