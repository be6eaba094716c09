import { AppError } from '@liantai/api/contract';

/** A field that is refused for what the database holds. */
export function fault(path: string, label: string, message: string): never {
  throw new AppError('invalid', message, { fields: [{ path, label, message }] });
}

const uniqueViolation = '23505';

/** Two that add the same at once: the database refuses the later one, in words of its own. */
export async function unlessTwice<T>(run: Promise<T>, path: string, label: string, message: string): Promise<T> {
  try {
    return await run;
  } catch (error) {
    if ((error as { code?: unknown }).code === uniqueViolation) fault(path, label, message);
    throw error;
  }
}
