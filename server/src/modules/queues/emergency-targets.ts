/** Places that emergency switches lead to come and go: where one is gone, the administrators are told once. */
import { emergencySubjects } from "@liantai/api/contract/admin";
import type { AdministrationDeps } from "../deps.ts";
import { publish, subscribe } from "../topics.ts";
import { isThere, switchesOn, told } from "./emergency-repository.ts";

type Deps = Pick<AdministrationDeps, "ports">;

async function look({ ports: { database, broker, clock } }: Deps, compId: string): Promise<void> {
  const gone = await database.tenant(compId, async (trx) => {
    const found = [];
    for (const row of await switchesOn(trx, compId)) {
      const there = row.targetKind === "none" || (await isThere(trx, compId, row.targetKind, row.targetId));
      if (there === (row.toldAt === null)) continue;
      // Every process looks; the one that writes it tells it.
      if (await told(trx, row, there ? null : new Date(clock.now()))) found.push(...(there ? [] : [row]));
    }
    return found;
  });
  for (const { subject, subjectId } of gone)
    await publish(broker, "message.send", {
      to: { compId, administrators: true },
      message: {
        type: "msgNotify",
        id: `emergency-gone-${subject}-${subjectId}`,
        title: "应急开关要转到的目标已失效",
        text: `${emergencySubjects[subject]}${subject === "number" ? subjectId : ""}的来电现在按“关闭”处理，请重新设置应急开关`,
        level: "error",
        sound: true,
        target: { name: "skillgroupmonitor" },
      },
    });
}

/** From the start on; the returned function ends it. */
export async function watchEmergencyTargets(deps: Deps): Promise<() => Promise<void>> {
  const { broker, logger } = deps.ports;
  const changed = ({ compId }: { readonly compId: string }): void =>
    void look(deps, compId).catch((error: unknown) => logger.warn({ error }, "emergency switches were not looked at"));
  const ends = await Promise.all([
    subscribe(broker, "groups.changed", changed),
    subscribe(broker, "seat.changed", changed),
    subscribe(broker, "flow.changed", changed),
  ]);
  return async () => {
    for (const end of ends) await end();
  };
}
