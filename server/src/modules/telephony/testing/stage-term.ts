/** The term of a stage whose switch outlives its process: as leadership gives it, but that the lease is free at once. */
import type { TestPorts } from "../../../testing/index.ts";
import { createLeases } from "../../lease/index.ts";
import { installationLease } from "../leadership.ts";
import { Membership } from "../membership.ts";
import { Term } from "../term.ts";
import type { ScriptedSwitch } from "./scripted-switch.ts";

let processes = 0;

export async function beginTerm({ database, clock }: TestPorts, sw: ScriptedSwitch): Promise<Term> {
  const leases = createLeases(database);
  const owner = `process-${++processes}`;
  await leases.join(owner, 2_000);
  const epoch = (await leases.take(owner, [installationLease])).get(installationLease) ?? 0;
  await sw.fence(epoch);
  return new Term({ name: installationLease, epoch }, clock, new Membership(clock, Infinity));
}
