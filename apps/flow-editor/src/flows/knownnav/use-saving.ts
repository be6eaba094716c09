/** Saving what is drawn as the flow's draft, by itself, and what happens when somebody else saved meanwhile. Nothing drawn is lost. */
import { claimFailure } from "@liantai/api/client";
import { errors, flowStatuses } from "@liantai/api/contract";
import type { FlowConflict } from "@liantai/api/contract/flow-editor";
import { useBus } from "@liantai/bus/react";
import { isFailure } from "@liantai/ui/resource";
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Design } from "./model/body.ts";
import { bodyOf, textOf } from "./model/saved.ts";
import { settleNow } from "./panel/index.ts";
import { tellUntrained } from "../untrained.ts";
import { flows, type OneFlow } from "./queries.ts";
import { findFlow } from "./use-flow.ts";

/** ms after the last change. */
const quiet = 1_500;

/** What another has saved. base: what both began with. */
export interface Stale {
  readonly by: string;
  readonly at: string;
  readonly revision: number;
  readonly base: Design;
  readonly theirs: Design;
}

export interface Saving {
  readonly dirty: boolean;
  readonly busy: boolean;
  /** What the server says of what is drawn, or that it is not reached. */
  readonly said: string | undefined;
  readonly revision: number;
  readonly stale: Stale | undefined;
  /** The revision that holds what is drawn now; undefined: it could not be saved. */
  readonly save: () => Promise<number | undefined>;
  /** theirs: it takes the place of mine; mine: over theirs; a design: what was made of both; later: the next save asks again. */
  readonly settle: (to: "theirs" | "mine" | "later" | Design) => void;
}

export const designOf = ({ flow, tts }: Pick<OneFlow, "flow" | "tts">): Design => ({ body: bodyOf(flow), tts });

const staleOf = (from: Pick<FlowConflict, "updatedBy" | "updateTime" | "revision" | "flow" | "tts">, base: Design) => ({
  ...{ by: from.updatedBy, at: from.updateTime, revision: from.revision, base, theirs: designOf(from) },
});

interface Options {
  readonly loaded: OneFlow;
  readonly first: Design;
  readonly design: Design;
  readonly may: boolean;
  /** A hand holds some of it: a change that goes on. */
  readonly holds: boolean;
  readonly replace: (design: Design) => void;
}

export function useSaving({ loaded: { id, ...loaded }, first, design, may, holds, replace }: Options): Saving {
  const [send] = flows.save.useMutation();
  const [kept, setKept] = useState({ design: first, revision: loaded.revision });
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const [stale, setStale] = useState<Stale>();
  const [refused, setRefused] = useState<Design>();
  const running = useRef<Promise<number | undefined>>(undefined);
  const dirty = design !== kept.design;

  const sendOnce = async (): Promise<number | undefined> => {
    const { design: sent, kept: before } = latest.current;
    if (sent === before.design) return before.revision;
    setBusy(true);
    setSaid(undefined);
    try {
      const body = { id, revision: before.revision, flow: textOf(sent.body, before.design.body), tts: sent.tts };
      const { revision } = await send({ body }).unwrap();
      latest.current.kept = { design: sent, revision };
      setKept({ design: sent, revision });
      return revision;
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setRefused(sent);
      if (error.code === errors.conflict.code && error.data)
        setStale(staleOf(error.data as FlowConflict, before.design));
      else setSaid(error.text);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const latest = useRef({ design, kept, waits: false });
  latest.current = { design, kept, waits: may && dirty && stale === undefined };
  // One at a time: each says which revision it saw.
  const save = () => (running.current = (running.current ?? Promise.resolve(undefined)).then(sendOnce));
  const saveNow = useRef(save);
  saveNow.current = save;
  const saving = useCallback(() => {
    flushSync(settleNow);
    return saveNow.current();
  }, []);

  // What was refused is not sent again before it is another.
  const waits = latest.current.waits && !busy && !holds && design !== refused;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => void saveNow.current(), quiet);
    return () => clearTimeout(timer);
  }, [waits, design]);
  useEffect(() => {
    const leave = () => {
      if (latest.current.waits) void saveNow.current();
    };
    const hidden = () => document.visibilityState === "hidden" && leave();
    document.addEventListener("visibilitychange", hidden);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      leave();
    };
  }, []);

  /** Somebody saved: with nothing of one's own it is taken at once, else one is asked. */
  const hear = async () => {
    await running.current;
    const theirs = await findFlow(id).catch(() => undefined);
    const { design: mine, kept: before } = latest.current;
    if (!theirs || theirs.revision <= before.revision) return;
    const now = staleOf(theirs, before.design);
    if (mine !== before.design) return setStale(now);
    setKept({ design: now.theirs, revision: now.revision });
    replace(now.theirs);
  };
  useBus("flow.updated", ({ flowId, revision, status, text }) => {
    if (flowId !== id) return;
    // A return may have replaced the draft (G149).
    const drafts = status === flowStatuses.edited || status === flowStatuses.published;
    if (drafts && revision > latest.current.kept.revision) void hear();
    // Publishing has begun it, here or elsewhere.
    if (status === flowStatuses.notTrained) tellUntrained(id, loaded.name, text);
  });

  return {
    ...{ dirty, busy, said, stale, save: saving, revision: kept.revision },
    settle(to) {
      if (!stale) return;
      setStale(undefined);
      if (to === "later") return setRefused(design);
      setRefused(undefined);
      setKept({ design: stale.theirs, revision: stale.revision });
      if (to !== "mine") replace(to === "theirs" ? stale.theirs : to);
    },
  };
}
