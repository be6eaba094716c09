/** Flows made as the console makes them, and numbers led into them. */
import type { FlowBody } from "@liantai/api/flows";

interface Administrator {
  post<T>(path: string, body: unknown): Promise<T>;
}

/** Made and published; resolves with its id. */
export async function publishFlow(admin: Administrator, name: string, flow: FlowBody): Promise<string> {
  const asked = { name, flowType: 1, flow: JSON.stringify(flow) };
  const { id, revision } = await admin.post<{ id: string; revision: number }>("/callin/api/v1/flow/create", asked);
  await admin.post("/callin/api/v1/flow/publish", { id, revision });
  return id;
}

/** At all times, for everybody. */
export async function leadNumber(admin: Administrator, number: string, flowId: string): Promise<void> {
  const { list } = await admin.post<{ list: readonly { readonly id: string; readonly number: string }[] }>(
    "/pbx/api/v1/accessNum/list",
    { pageNo: 1, pageSize: 50 },
  );
  await admin.post("/pbx/api/v1/accessNum/saveSetting", {
    id: list.find((each) => each.number === number)!.id,
    rules: [],
    fallback: { target: { kind: "flow", id: flowId }, greeting: "", greetingVoice: "" },
  });
}
