/** A test of an interface: what stands in the form is really sent, with a made-up call. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { interfaceLimits, maskedInput, type InterfaceEvent } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import { OutwardFailure } from "./outward.ts";
import { bodyOf, fieldsOf, headersOf, recordBodyOf, sampleCall, sampleOf } from "./payload.ts";
import { findInterface, listAllowances } from "./repository.ts";
import { openSecrets, typedSecrets } from "./secrets.ts";
import { type InterfaceDeps, type Api, typed } from "./rows.ts";

/** Really sends: what stands in the form, with a made-up call. */
export async function test(
  deps: InterfaceDeps,
  body: BodyOf<Api["test"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["test"]>> {
  const compId = compOf(context.caller, body.compId);
  const { clock, random, database } = deps.ports;
  const { stored, allowances } = await database.tenant(compId, async (trx) => {
    const row = body.id ? await findInterface(trx, compId, body.id) : undefined;
    if (body.id && !row) throw new AppError("notFound");
    await deps.audit.write(trx, context, {
      compId,
      object: "interfaceConfig",
      action: "test",
      id: body.id ?? "",
      name: body.name,
      after: { url: body.url },
    });
    return {
      stored: row && { ...openSecrets(deps.sealer, row), url: row.url },
      allowances: await listAllowances(trx, compId),
    };
  });
  const { secret, headers } = typedSecrets(typed(body), stored);
  const now = clock.now();
  const event = body.event as InterfaceEvent;
  const id = `test.${random.id()}`;
  const full = body.sendFullNumbers === 1;
  const fields = fieldsOf(
    {
      id,
      interfaceId: body.id ?? "",
      compId,
      event,
      eventAt: new Date(now),
      callId: "sample",
      ...(event === "secureEntered" ? { secureDigits: 16, secureToken: "sample" } : {}),
    },
    sampleCall(event, now),
    full,
  );
  const mapping = body.mapping ?? [];
  const sample = sampleOf(event);
  const text = sample ? recordBodyOf(mapping, fields, sample, full) : bodyOf(mapping, fields);
  const sent = headersOf(id, event, now, text, body.signed === 1 ? secret : undefined);
  const outcome = await deps
    .outward({
      url: body.url,
      method: body.method,
      headers: sent,
      ownHeaders: Object.fromEntries(headers.map((h) => [h.name, h.value])),
      body: text,
      timeoutMs: body.timeoutS * 1_000,
      allowances,
    })
    .then(
      ({ status, body: response, redirects }) => ({
        ok: status >= 200 && status < 300,
        status,
        response: response.slice(0, interfaceLimits.responseChars),
        error: status >= 200 && status < 300 ? null : `对方返回状态码${status}`,
        redirects: [...redirects],
      }),
      (error: unknown) => {
        if (!(error instanceof OutwardFailure)) throw error;
        return { ok: false, status: null, response: "", error: error.message, redirects: [...error.redirects] };
      },
    );
  const shown = [
    ...headers.map(({ name }) => ({ name, value: maskedInput })),
    ...Object.entries(sent).map(([name, value]) => ({ name, value })),
  ];
  return {
    ...outcome,
    ms: clock.now() - now,
    request: { method: body.method, url: body.url, headers: shown, body: text },
  };
}
