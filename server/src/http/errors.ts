/** Any failure to an envelope: the catalogue's code and status, or 500 with the request's id and a line in the log. */
import { AppError, texts, type Envelope, type ErrorName } from "@liantai/api/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DatabaseBusy, StatementStopped } from "../ports/database.ts";

/** Fastify's own refusals that are the client's. */
const known: Readonly<Record<string, readonly [ErrorName, string?]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["tooLarge"],
  FST_ERR_CTP_INVALID_JSON_BODY: ["invalid", "提交的内容不是有效的JSON"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["invalid", "不支持的内容类型"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["invalid", "提交的内容不完整"],
  FST_ERR_BAD_URL: ["badRequest"],
  FST_ERR_HANDLER_TIMEOUT: ["unavailable", texts.timeout],
};

function toAppError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof StatementStopped) return new AppError("tooLong");
  if (error instanceof DatabaseBusy) return new AppError("unavailable", texts.busy);
  const named = known[error.code];
  return named ? new AppError(...named) : undefined;
}

/** A reading page asks once more then (protocol K80). */
const againSeconds = 1;

const body = (error: AppError, requestId: string): Envelope => ({
  code: error.code,
  msg: error.message,
  data: error.data ?? (error.status >= 500 ? { requestId } : null),
});

/** What Fastify refuses before any route or hook: an address it cannot read. */
export function frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toAppError(error) ?? new AppError("badRequest");
  void reply.code(failure.status).header("cache-control", "no-store").send(body(failure, request.id));
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const failure = toAppError(error) ?? new AppError("internal");
    if (failure.report)
      request.log.error(
        { error, route: request.routeOptions.url, ms: Math.round(reply.elapsedTime) },
        "request failed",
      );
    if (error instanceof DatabaseBusy && failure.error === "unavailable")
      void reply.header("retry-after", againSeconds);
    return reply.code(failure.status).header("cache-control", "no-store").send(body(failure, request.id));
  });
  app.setNotFoundHandler((request, reply) => {
    const failure = new AppError("noRoute");
    return reply.code(failure.status).header("cache-control", "no-store").send(body(failure, request.id));
  });
}
