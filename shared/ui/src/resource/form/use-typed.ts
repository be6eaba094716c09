import type { FormModel } from "@liantai/ui";
import { useEffect, useState } from "react";
import type { FieldValues } from "react-hook-form";

const plain = (value: unknown): unknown =>
  value === undefined || value === null
    ? ""
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : value;

/** Inputs hold texts and '' where a row holds numbers and null: those are no difference. */
function same(a: unknown, b: unknown): boolean {
  const [x, y] = [plain(a), plain(b)];
  if (x === y) return true;
  if (Array.isArray(x) || Array.isArray(y)) {
    const [one, other] = [x === "" ? [] : x, y === "" ? [] : y];
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((v, i) => same(v, (other as unknown[])[i]))
    );
  }
  if (typeof x !== "object" || typeof y !== "object" || x instanceof Blob || y instanceof Blob) return false;
  const names = new Set([...Object.keys(x as object), ...Object.keys(y as object)]);
  return [...names].every((name) => same((x as FieldValues)[name], (y as FieldValues)[name]));
}

/** Whether anything would be lost: what is typed differs from what the form began with. An emptied masked value is the masked one. */
export function useTyped({ form, frame }: FormModel<FieldValues>): boolean {
  const [typed, setTyped] = useState(false);
  useEffect(() => {
    const look = (values: FieldValues) => {
      // The state of the form is that of its last drawing: after a reset it holds the defaults from before.
      const before = form.control._defaultValues as FieldValues;
      const names = new Set([...Object.keys(before), ...Object.keys(values)]);
      setTyped(
        [...names].some((name) => !same(values[name], before[name]) && !(values[name] === "" && frame.masked(name))),
      );
    };
    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values }) => look(values),
    });
  }, [form, frame]);
  return typed;
}
