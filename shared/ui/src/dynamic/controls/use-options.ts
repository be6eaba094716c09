import type { CompiledField, FieldState, FormOption } from "@liantai/api/forms";
import { useFormStore } from "../context.ts";
import { type Answer, useAnswer } from "./use-answer.ts";

interface Options {
  /** Those that may be chosen, and those that are chosen though they may not any more. */
  readonly shown: readonly FormOption[];
  readonly loading: boolean;
  readonly failed: Answer<unknown> | undefined;
}

/** Choices of a field: its own, or a dictionary's, without those that rules take away. What is chosen stays in sight. */
export function useOptions(field: CompiledField, allowed: FieldState["options"], chosen: readonly string[]): Options {
  const { choices } = useFormStore();
  const source = field.field.ext?.options;
  const code = source?.from === "dictionary" ? source.code : undefined;
  const asked = useAnswer(code ?? "", code === undefined ? undefined : () => choices.dictionary(code));
  const list = code === undefined ? field.options : (asked.value ?? []);
  const open = allowed ? list.filter(({ label_value }) => allowed.has(label_value)) : list;
  const kept = chosen
    .filter((one) => one !== "" && !open.some(({ label_value }) => label_value === one))
    .map(
      (one) =>
        list.find(({ label_value }) => label_value === one) ?? {
          label_name: field.otherNames.get(one) ?? one,
          label_value: one,
        },
    );
  return {
    shown: kept.length > 0 ? [...open, ...kept] : open,
    loading: code !== undefined && asked.value === undefined && !asked.failed,
    failed: asked.failed ? asked : undefined,
  };
}
