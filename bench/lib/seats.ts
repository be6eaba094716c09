/** Seats beside those of the demonstration. */
import { firstPassword, type ApiSession } from "@liantai/e2e/harness/api.ts";

export const seatPassword = "Bench#2026-floor";
export const comp = "100001";

/** Further seats of the demonstration's group, each with a password of its own at once. */
export async function addSeats(url: string, admin: ApiSession, ids: readonly string[]): Promise<void> {
  await admin.post("/pbx/api/v1/extension/add", { from: ids[0], to: ids.at(-1) });
  for (const agentId of ids) {
    const { password: first } = await admin.post<{ password: string }>("/pbx/api/v1/agent/add", {
      agentId,
      name: `坐席${agentId}`,
      roleType: 2,
      terminalType: 2,
      extension: agentId,
    });
    await firstPassword(url, { account: agentId, roleType: 2, code: comp, password: first }, seatPassword);
  }
  const { list } = await admin.post<{ list: { id: string }[] }>("/pbx/api/v1/skillGroup/list", {
    pageNo: 1,
    pageSize: 1,
  });
  await admin.post("/pbx/api/v1/skillGroup/memberAdd", { skillGroupId: list[0]!.id, agentIds: ids });
}
