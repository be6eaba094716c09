/** The form of a preview number, for the module of forms: whose number it is, and which record belongs to it. */
import { AppError } from "@liantai/api/contract";
import type { Trx } from "../../../ports/database.ts";
import { isHiddenCall } from "./list-repository.ts";
import { isOfRobot } from "./of-robot-repository.ts";
import { changeNumber, lockHand, numberOf } from "./repository.ts";
import { lockPhone } from "../attempts/opening-repository.ts";

interface Seat {
  readonly compId: string;
  readonly agentId: string | null;
}

export interface NumberForm {
  /** '': its task has none. */
  readonly formId: string;
  /** '': there is no record yet. */
  readonly formDataId: string;
  readonly taskIdentity: string;
  /** '': it came with no batch. */
  readonly batchNumber: string;
}

export interface NumberForms {
  /** Of a number that is the seat's; nobody changes it until the transaction is over. Throws AppError 'refused'. */
  of(trx: Trx, seat: Seat, phoneId: string): Promise<NumberForm>;
  /** The record is the number's from now on. */
  link(trx: Trx, seat: Seat, phoneId: string, recordId: string): Promise<void>;
  /** A record of these ids came with a robot task's number, or was given to it; or was made in such a call. */
  ofRobot(trx: Trx, compId: string, ids: readonly string[], callId: string | null): Promise<boolean>;
  /** The call is for a task that hides numbers from its seats. */
  hidesCall(trx: Trx, compId: string, callId: string): Promise<boolean>;
}

/** The record that a task's number came with or was given since; '': there is none. */
export const recordOfNumber = async (trx: Trx, compId: string, phoneId: string): Promise<string> =>
  (await numberOf(trx, compId, phoneId))?.formDataId ?? "";

export function createNumberForms(clock: { now(): number }): NumberForms {
  async function own(trx: Trx, { compId, agentId }: Seat, phoneId: string) {
    await lockHand(trx, compId, agentId ?? "");
    await lockPhone(trx, compId, phoneId, clock.now());
    const phone = await numberOf(trx, compId, phoneId);
    if (!phone || agentId === null || phone.agentId !== agentId)
      throw new AppError("refused", "该号码已不在您手中，请刷新后重试");
    return phone;
  }
  return {
    async of(trx, seat, phoneId) {
      const { settings, formDataId, taskIdentity, batchNumber } = await own(trx, seat, phoneId);
      return { formId: settings.formId, formDataId, taskIdentity, batchNumber: batchNumber ?? "" };
    },
    hidesCall: isHiddenCall,
    ofRobot: isOfRobot,
    async link(trx, seat, phoneId, recordId) {
      const phone = await own(trx, seat, phoneId);
      if (phone.formDataId !== recordId) await changeNumber(trx, phone, { formDataId: recordId });
    },
  };
}
