/** formData.x and customer.x: fields that others keep, and that a flow reads. */
import type { Program } from "./program.ts";

/** In a text, in an expression (also as customer["x"]), or by itself; what looks alike and is none costs a look and nothing else. */
const fieldName = /\b(formData|customer)(?:\.|\[\\?["'])([A-Za-z_]\w{0,59})/g;

export const fieldsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(fieldName), ([, of, name]) => `${of}.${name}`);

const known = new WeakMap<Program, readonly string[]>();

/** Which a program names anywhere. Asked for each call. */
export function fieldsOf(program: Program): readonly string[] {
  const before = known.get(program);
  if (before) return before;
  const { subs, globals, form } = program;
  const nodes = Object.values(subs).flatMap((sub) => Object.values(sub.nodes));
  const parts = [
    ...nodes.map(({ config, talkings, missed }) => JSON.stringify([config, talkings, missed])),
    JSON.stringify(globals),
    Object.keys(form?.fields ?? {}).join(" "),
  ];
  const made = [...new Set(parts.flatMap(fieldsIn))];
  known.set(program, made);
  return made;
}
