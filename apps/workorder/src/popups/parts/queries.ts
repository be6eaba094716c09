import type { customerFormDataApi } from "@liantai/api/contract/workorder";
import type { ReplyOf } from "@liantai/api/contract";
import { records } from "../../records/parts/queries.ts";

export type Caller = ReplyOf<typeof customerFormDataApi.queryByNoAuth>;
export type Match = Caller["list"][number];

/** Whose number it is that calls: asked once a call. */
export const useCaller = (callId: string) =>
  records.queryByNoAuth.useQuery({ body: { callId, formType: "customer" } }, { skip: callId === "" });
