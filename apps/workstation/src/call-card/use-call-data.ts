/** The draft of a call's data: kept over a fold of the card and a reload of the page, saved by the CTI link. */
import { useEffect, useRef, useState } from "react";
import { mergeCallData, type CallData } from "@liantai/api/contract";
import { useAgentClient } from "../bar/context.ts";
import {
  changesOf,
  draftOf,
  faultOf,
  isTouched,
  partsOf,
  readDraft,
  writtenDraft,
  type CallDataDraft,
  type DraftFault,
} from "./call-data-draft.ts";

const keptKey = "liantai.callData";

const written = (changes: CallData): string =>
  Object.entries(changes)
    .map(([key, text]) => `${key}=${text}`)
    .join("、");

export interface CallDataEditor {
  /** undefined: nothing is being typed. */
  readonly draft: CallDataDraft | undefined;
  readonly fault: DraftFault | undefined;
  readonly busy: boolean;
  begin(): void;
  change(draft: CallDataDraft): void;
  drop(): void;
  save(): Promise<void>;
  /** Saves what is in order and goes on: whoever turns to something else has not finished typing. */
  saveAside(): Promise<void>;
}

export function useCallData(callId: string, present: CallData): CallDataEditor {
  const { core } = useAgentClient();
  const { storage, store } = core.ports;
  const [draft, setDraft] = useState(() => readDraft(storage.getItem(keptKey), callId));
  const [fault, setFault] = useState<DraftFault>();
  const [busy, setBusy] = useState(false);
  const latest = useRef(draft);

  const keep = (next: CallDataDraft | undefined) => {
    latest.current = next;
    setDraft(next);
    if (next) storage.setItem(keptKey, writtenDraft(callId, next));
    else storage.removeItem(keptKey);
  };

  useEffect(
    () => () => {
      const left = latest.current;
      if (!left || store.telephony().call?.callId === callId) return;
      storage.removeItem(keptKey);
      if (isTouched(left))
        core.notify(`通话已结束，随路数据未保存：${written(changesOf(left))}`, "warning", "call-data");
    },
    [core, store, storage, callId],
  );

  /** What was refused, in words; undefined: all of it is with the call now. */
  async function send(changes: CallData): Promise<string | undefined> {
    for (const part of partsOf(changes)) {
      const result = await core.cti.command("setCallData", { callId, callData: JSON.stringify(part) });
      if (!result.ok) return result.text;
    }
    return undefined;
  }

  async function tell(sent: CallDataDraft): Promise<boolean> {
    if (!isTouched(sent)) return true;
    setBusy(true);
    const refusal = await send(changesOf(sent));
    setBusy(false);
    setFault(refusal === undefined ? undefined : { text: refusal });
    return refusal === undefined;
  }

  return {
    draft,
    fault,
    busy,
    begin: () => keep(draftOf(present)),
    change(next) {
      setFault(undefined);
      keep(next);
    },
    drop() {
      setFault(undefined);
      keep(undefined);
    },
    async save() {
      if (!draft) return;
      const wrong = faultOf(draft, present);
      setFault(wrong);
      if (!wrong && (await tell(draft)) && latest.current === draft) keep(undefined);
    },
    async saveAside() {
      if (!draft || !isTouched(draft) || faultOf(draft, present) || !(await tell(draft))) return;
      const now = latest.current;
      if (!now) return;
      const base = mergeCallData(now.base, changesOf(draft));
      keep({
        base,
        rows: now.rows.map((row) => ({ ...row, added: row.added && !Object.hasOwn(base, row.key.trim()) })),
      });
    },
  };
}
