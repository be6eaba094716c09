/** Steps of one order: with what was typed into its fields, by the newest event that was seen. */
import { claimFailure, notifyDone } from "@liantai/api/client";
import type { Failure } from "@liantai/api/contract";
import type { FieldConflict, OrderCommandType } from "@liantai/api/contract/work-orders";
import type { GivenValues } from "@liantai/api/forms";
import type { FormStore } from "@liantai/ui/dynamic";
import { isFailure } from "@liantai/ui/resource";
import { useState } from "react";
import { orders, type FoundOrder, type Step } from "./queries.ts";
import type { Said } from "./step-dialog.tsx";
import { stepKinds, stepName } from "./step-kinds.ts";

/** Somebody else wrote the same fields: both values, and what was to be done. */
export interface Stale {
  readonly conflicts: readonly FieldConflict[];
  readonly seq: number;
  readonly step: Step;
}

const dataOf = (error: unknown): Partial<Record<string, unknown>> => {
  const data = (error as Partial<Failure> | undefined)?.data;
  return typeof data === "object" && data !== null ? (data as Partial<Record<string, unknown>>) : {};
};

export function staleIn(error: unknown, step: Step): Stale | undefined {
  const { conflicts, seq } = dataOf(error);
  if (!isFailure(error) || !Array.isArray(conflicts) || typeof seq !== "number") return undefined;
  return { conflicts: conflicts as FieldConflict[], seq, step };
}

/** 还有2个子工单未办结，确定要办结吗？ */
const openSubOrders = (error: unknown): string | undefined =>
  isFailure(error) && dataOf(error)["refusal"] === "subOrders" ? error.text : undefined;

export interface Asking {
  readonly command: OrderCommandType;
  readonly given: GivenValues | undefined;
}

/** A step that would leave sub-orders open: asked about once more. */
export interface Even {
  readonly text: string;
  readonly step: Step;
}

interface Options {
  readonly found: FoundOrder;
  readonly store: FormStore;
  /** Done: what was typed is kept now. */
  readonly onDone: (command: OrderCommandType) => void;
  /** A fault stands at a field: it is to be seen. */
  readonly onFault: () => void;
}

export function useSteps({ found, store, onDone, onFault }: Options) {
  const { id, seq } = found.order;
  const [handle, { isLoading: busy }] = orders.handle.useMutation();
  const [asking, ask] = useState<Asking>();
  const [stale, setStale] = useState<Stale>();
  const [even, setEven] = useState<Even>();
  const [again] = orders.find.useLazyQuery();

  /** Nobody wrote what is written here, and the order is where it was: an urge or a comment came in between. */
  async function sameStill(): Promise<boolean> {
    const { data } = await again({ body: { id } });
    const { phase, holder, nodeId } = found.order;
    return data?.order.phase === phase && data.order.holder === holder && data.order.nodeId === nodeId;
  }

  async function send(step: Step): Promise<void> {
    try {
      await handle({ body: step }).unwrap();
    } catch (error) {
      const late = staleIn(error, step);
      if (late) claimFailure(error as Failure);
      if (late && late.conflicts.length === 0 && step.seq !== late.seq && (await sameStill()))
        return send({ ...step, seq: late.seq });
      if (late) return setStale(late);
      const asked = openSubOrders(error);
      if (asked !== undefined) {
        claimFailure(error as Failure);
        return setEven({ text: asked, step: { ...step, evenWithSubOrders: true } });
      }
      if (isFailure(error) && error.fields?.some(({ path }) => path.includes("values."))) {
        claimFailure(error);
        store.refuse(error.fields, error.text);
        return onFault();
      }
      throw error;
    }
    setStale(undefined);
    setEven(undefined);
    notifyDone("工单", stepName(step.command));
    onDone(step.command);
  }

  const stepOf = ({ command, given }: Asking, said: Said): Step => ({
    ...{ id, command, seq, ...said },
    ...(given && Object.keys(given).length > 0 && { values: given }),
  });

  return {
    busy,
    asking,
    stale,
    even,
    closeAsking: () => ask(undefined),
    closeStale: () => setStale(undefined),
    closeEven: () => setEven(undefined),
    /** A button: fields that go with the step are looked at first. */
    press(command: OrderCommandType): void {
      const kind = stepKinds[command];
      const given = kind?.writes ? store.check(kind.completes !== true) : undefined;
      if (kind?.writes && given === undefined) return onFault();
      const wanted = { command, given };
      // The shell says why it was refused.
      if (kind?.ask === "nothing") void send(stepOf(wanted, {})).catch(() => undefined);
      else ask(wanted);
    },
    /** From the dialog. */
    async say(said: Said): Promise<void> {
      if (asking) await send(stepOf(asking, said));
    },
    /** What was refused once more, over what another wrote meanwhile, but for the fields that stay his. */
    async overwrite(theirs: readonly string[]): Promise<void> {
      if (!stale) return;
      const { values, ...step } = stale.step;
      const mine = Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => !theirs.includes(name)));
      const written = Object.keys(mine).length > 0 ? { values: mine } : {};
      await send({ ...step, ...written, seq: stale.seq }).catch(() => undefined);
    },
    goOn: () => even && send(even.step).catch(() => undefined),
  };
}
