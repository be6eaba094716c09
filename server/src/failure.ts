/** A start that cannot succeed, said in one line; anything unforeseen keeps its stack. */
import { FolderInUse, FolderUnsound } from "./adapters/embedded/database/index.ts";
import { AsteriskUnreachable } from "./adapters/production/switch/unreachable.ts";
import { ConfigError } from "./config.ts";

/** Its message is the line. */
export class StartError extends Error {
  constructor(line: string, cause?: unknown) {
    super(line, { cause });
    this.name = "StartError";
  }
}

const isLine = (error: unknown): error is Error =>
  [StartError, FolderInUse, FolderUnsound, AsteriskUnreachable].some((kind) => error instanceof kind);

/** Names the variable when what it points at does not answer. */
export async function naming<T>(variable: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isLine(error)) throw error;
    throw new StartError(`${variable}: ${reason(error)}`, error);
  }
}

/** node reports several failed addresses as an AggregateError without a message. */
function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  return (error instanceof Error ? error.message || error.name : String(error)).split("\n")[0] ?? "";
}

export function failureLine(error: unknown, port: number | undefined): string | undefined {
  if (error instanceof ConfigError || isLine(error)) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `PORT ${port} is in use by another program; give another PORT`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return "HOST takes an address of this machine, e.g. 127.0.0.1 or 0.0.0.0";
  if (code === "EACCES" && port !== undefined && port < 1024)
    return `PORT ${port} needs rights this user does not have; give one above 1023`;
  return undefined;
}
