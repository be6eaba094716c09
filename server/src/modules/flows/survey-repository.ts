/** SQL of the flow that asks customers for marks after their talks. */
import { flowTypes } from "@liantai/api/flows";
import type { Trx } from "../../ports/database.ts";

interface ChosenFlow {
  readonly id: string;
  readonly name: string;
  readonly enabled: number;
}

const chosen = (trx: Trx, compId: string) =>
  trx
    .selectFrom("survey_setting as s")
    .innerJoin("voice_flow as f", (join) => join.onRef("f.compId", "=", "s.compId").onRef("f.id", "=", "s.flowId"))
    .select(["f.id", "f.name", "f.enabled"])
    .where("s.compId", "=", compId);

/** Whatever its state. */
export const chosenSurvey = (trx: Trx, compId: string): Promise<ChosenFlow | undefined> =>
  chosen(trx, compId).executeTakeFirst();

/** As calls have it: published, and switched on. */
export const surveyFlow = (trx: Trx, compId: string): Promise<ChosenFlow | undefined> =>
  chosen(trx, compId)
    .where("f.enabled", "=", 1)
    .where("f.versionId", "<>", "")
    .where("f.flowType", "=", flowTypes.satisfaction)
    .executeTakeFirst();

/** '': none. */
export async function setSurvey(trx: Trx, compId: string, flowId: string): Promise<void> {
  if (flowId === "") {
    await trx.deleteFrom("survey_setting").where("compId", "=", compId).execute();
    return;
  }
  await trx
    .insertInto("survey_setting")
    .values({ compId, flowId })
    .onConflict((conflict) => conflict.column("compId").doUpdateSet({ flowId }))
    .execute();
}
