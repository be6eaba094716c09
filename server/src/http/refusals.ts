/** Refusals that name a field, and the database's own word for a value that is taken. */
import { AppError } from "@liantai/api/contract";

/** 'invalid' with one field, so that the form shows the message at it. */
export const fieldRefusal = (path: string, label: string, message: string): AppError =>
  new AppError("invalid", message, { fields: [{ path, label, message }] });

/** A refusal in one sentence: each field with what is wrong with it. */
export function refusalText({ data, message }: AppError): string {
  const { fields = [] } = (data ?? {}) as { readonly fields?: readonly { label?: string; message: string }[] };
  const said = fields.map(({ label = "", message: fault }) =>
    label === "" || fault.includes(label) ? fault : `${label}：${fault}`,
  );
  return (said.length > 0 ? said.join("；") : message).slice(0, 500);
}

/** SQLSTATE 23505: a row was there first, whatever was looked up before. */
const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === "23505";

/** Runs a change; a unique violation becomes the refusal. An error costs its stack: where changes are many it is made when it is needed. */
export async function unique<T>(refusal: AppError | (() => AppError), change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw typeof refusal === "function" ? refusal() : refusal;
  }
}
