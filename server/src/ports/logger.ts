/**
 * What a part may log; pino fits. Never tokens, passwords or phone numbers: http/logging.ts redacts by field name, call
 * sites leave them out.
 */
export interface Logger {
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}
