/** params, query and body through the contract's schemas: parsed, unknown parts dropped, every fault found at once. */
import { AppError, type Endpoint, type FieldError } from '@liantai/api/contract';
import { ValidationError, type Schema } from 'yup';

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const parts = ['params', 'query', 'body'] as const;
/** How many faults the message itself names; `fields` carries all. */
const named = 3;

async function parse(schema: Schema, value: unknown, faults: FieldError[]): Promise<unknown> {
  try {
    return await schema.validate(value ?? {}, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    for (const fault of error.inner.length > 0 ? error.inner : [error]) {
      const label = fault.params?.['label'];
      faults.push({ path: fault.path ?? '', ...(typeof label === 'string' ? { label } : {}), message: fault.errors[0] ?? fault.message });
    }
    return undefined;
  }
}

/** Throws AppError 'invalid' with data {fields}. */
export async function parseInput(endpoint: Endpoint, raw: RawInput): Promise<RawInput> {
  const faults: FieldError[] = [];
  const input: Record<(typeof parts)[number], unknown> = { params: undefined, query: undefined, body: undefined };
  for (const part of parts) {
    const schema = endpoint[part];
    if (schema) input[part] = await parse(schema, raw[part], faults);
  }
  if (faults.length > 0) throw new AppError('invalid', faults.slice(0, named).map(({ message }) => message).join('；'), { fields: faults });
  return input;
}
