/**
 * Structured logs: one JSON object a line. Secrets are dropped and phone numbers masked by field name, and phone numbers
 * in any text besides, so that a call site that forgets does no harm.
 */
import { maskPhone } from "@liantai/api/contract";
import type { Logger } from "../ports/logger.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** What Fastify asks of a logger, and the Logger port. */
export interface AppLogger extends Logger {
  level: string;
  child(bindings: object): AppLogger;
  trace(fields: object, message?: string): void;
  fatal(fields: object, message?: string): void;
  silent(): void;
}

const secretName = /pass(word)?|secret|token|ticket|authorization|cookie|credential|captcha|hash$/i;
/** Whatever its type: numbers people gave, and SIP users, which are half of a sign-in at the switch. */
const privateName = /^(number|(sip_?)?user|aor|ruri)$/i;
const phoneName = /phone|mobile|^(caller|callee|from|to)$/i;
/** `name` is an extension's login name at querySecretKey, and a person's in a search. */
const secretParameters =
  /([?&](?:[^=&]*(?:token|phone|mobile)[^=&]*|ticket|code|password|secret|randomStr|number|caller|callee|user|name)=)[^&#\s]*/gi;
/** Eleven digits of a mobile number, not inside a longer number. */
const mobile = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
/** A landline with its area code; not a part of an id. */
const landline = /(?<![\w-])0\d{2,3}-?\d{7,8}(?![\w-])/g;
const sipUser = /\b(sips?:)[^@\s;>"]+@/gi;
/** A customer's page (modules/numbers/guests.ts). */
const guestUser = /\bg\d{18}\b/g;
/** Whoever has the address of a customer's link has the link. */
const customerLink = /(\/c\/)[A-Za-z0-9_-]{20,}/g;
/** What each of them needs: most texts of most lines have none of it. */
const suspicious = /[?&@]|\/c\/|\d{7}/;
const removed = "[redacted]";
const deepest = 6;

export const redactText = (text: string): string => (suspicious.test(text) ? redactedText(text) : text);

const redactedText = (text: string): string =>
  text
    .replace(secretParameters, `$1${removed}`)
    .replace(sipUser, `$1${removed}@`)
    .replace(guestUser, removed)
    .replace(customerLink, `$1${removed}`)
    .replace(mobile, maskPhone)
    .replace(landline, maskPhone);

interface NameKind {
  readonly isPrivate: boolean;
  readonly isSecret: boolean;
  readonly isPhone: boolean;
}

/** Names are those of the code, over and over; what others bring is looked at each time once there are so many. */
const kinds = new Map<string, NameKind>();
const mostKinds = 1_000;

function kindOf(name: string): NameKind {
  const known = kinds.get(name);
  if (known) return known;
  const kind = { isPrivate: privateName.test(name), isSecret: secretName.test(name), isPhone: phoneName.test(name) };
  if (kinds.size < mostKinds) kinds.set(name, kind);
  return kind;
}

export function redact(value: unknown, name = "", depth = 0): unknown {
  if (value == null || typeof value === "boolean") return value;
  const { isPrivate, isSecret, isPhone } = kindOf(name);
  if (isPrivate) return removed;
  if (isSecret && typeof value !== "number") return removed;
  if (typeof value === "string") return isPhone && /^\+?\d+$/.test(value) ? maskPhone(value) : redactText(value);
  if (typeof value === "number") return isPhone ? maskPhone(String(value)) : value;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || depth >= deepest) return `[${typeof value}]`;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, name, depth + 1));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redact(item, key, depth + 1)]));
}

function redactError(error: Error, depth: number): object {
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: redactText(error.message),
    ...(code === undefined ? {} : { code }),
    stack: redactText(error.stack ?? ""),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, "cause", depth + 1) }),
  };
}

const ranks: Readonly<Record<string, number>> = { trace: 0, debug: 1, info: 2, warn: 3, error: 4, fatal: 5, silent: 6 };

/** Fastify makes a child of it for every request: a class, so that a child is two fields and not nine functions. */
class LineLogger implements AppLogger {
  readonly level: LogLevel | "silent";
  readonly #write: (line: string) => void;
  readonly #bindings: object;

  constructor(level: LogLevel | "silent", write: (line: string) => void, bindings: object) {
    this.level = level;
    this.#write = write;
    this.#bindings = bindings;
  }

  child(more: object): AppLogger {
    return new LineLogger(this.level, this.#write, { ...this.#bindings, ...more });
  }
  trace(fields: unknown, message?: string): void {
    this.#line("trace", fields, message);
  }
  debug(fields: unknown, message?: string): void {
    this.#line("debug", fields, message);
  }
  info(fields: unknown, message?: string): void {
    this.#line("info", fields, message);
  }
  warn(fields: unknown, message?: string): void {
    this.#line("warn", fields, message);
  }
  error(fields: unknown, message?: string): void {
    this.#line("error", fields, message);
  }
  fatal(fields: unknown, message?: string): void {
    this.#line("fatal", fields, message);
  }
  silent(): void {}

  #line(name: string, fields: unknown, message: string | undefined): void {
    if ((ranks[name] ?? 0) < (ranks[this.level] ?? 0)) return;
    // Fastify sometimes logs a bare text, and bare errors.
    const [own, text] =
      typeof fields === "string"
        ? [{}, fields]
        : fields instanceof Error
          ? [{ error: fields }, message ?? fields.message]
          : [fields ?? {}, message];
    const line = {
      level: name,
      time: new Date().toISOString(),
      ...(redact(this.#bindings) as object),
      ...(text === undefined ? {} : { msg: redactText(text) }),
      ...(redact(own) as object),
    };
    this.#write(`${JSON.stringify(line)}\n`);
  }
}

export const createLogger = (
  level: LogLevel | "silent",
  write: (line: string) => void = (line) => void process.stdout.write(line),
  bindings: object = {},
): AppLogger => new LineLogger(level, write, bindings);

/** A Logger as Fastify wants one. */
export function toAppLogger(logger: Logger, bindings: object = {}): AppLogger {
  if ("child" in logger) return logger as AppLogger;
  const at =
    (log: Logger["info"]) =>
    (fields: object, message?: string): void =>
      log({ ...bindings, ...fields }, message);
  return {
    level: "info",
    child: (more) => toAppLogger(logger, { ...bindings, ...more }),
    trace: () => undefined,
    debug: at(logger.debug),
    info: at(logger.info),
    warn: at(logger.warn),
    error: at(logger.error),
    fatal: at(logger.error),
    silent: () => undefined,
  };
}
