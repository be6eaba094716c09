/** 满意度: the key survey after a talk. The only face of this module. */
import { AppError, ctiErrors, telephonyApi } from "@liantai/api/contract";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { EngineClient } from "../../ports/engine.ts";

export interface SatisfactionOptions {
  readonly engine: Pick<EngineClient, "startSurvey">;
}

export function createSatisfactionModule({ engine }: SatisfactionOptions): Module {
  return {
    name: "satisfaction",
    routes: [
      route(telephonyApi.startCsr, async ({ body }, { caller }) => {
        const { code, msg } = await engine.startSurvey(caller.compId, caller.agentId ?? "", body.callId);
        if (code === 1) return null;
        throw new AppError(code === -404 ? "notFound" : "refused", msg ?? ctiErrors[code] ?? "");
      }),
    ],
  };
}
