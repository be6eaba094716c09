import { ValidationError } from "yup";
import { nodeTypeOf } from "../nodes/index.ts";
import type { Fault } from "./shape.ts";
import { unknownIn } from "./unknown.ts";

/** What is wrong with a node's properties: path in the config, and a sentence that begins with the property's word. */
export function configFaults(nodeType: string, config: unknown): readonly Fault[] {
  const schema = nodeTypeOf(nodeType)?.config;
  if (!schema) return [];
  const unknown = unknownIn(schema, config).map((path) => ({ path, text: `不认识的属性“${path}”` }));
  try {
    schema.validateSync(config, { abortEarly: false, strict: true });
    return unknown;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const inner = error.inner.length > 0 ? error.inner : [error];
    return [...unknown, ...inner.map(({ path, message }) => ({ path: path ?? "", text: message }))];
  }
}
