import { requestHost, send } from "@liantai/api/client";
import { flowVersionApi } from "@liantai/api/contract/flow-editor";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Design } from "./model/body.ts";
import { textOf } from "./model/saved.ts";
import type { Finding, OneFlow } from "./queries.ts";

/** ms after the last change. */
const quiet = 800;
const none: readonly Finding[] = [];

interface Findings {
  readonly list: readonly Finding[];
  readonly by: ReadonlyMap<string, readonly Finding[]>;
  readonly checking: boolean;
  /** ok: `list` is what there is; waiting: nobody has looked yet; failed: it could not be looked at, in words. */
  readonly state: "ok" | "waiting" | { readonly failed: string };
  readonly check: () => void;
}

/**
 * What the server finds wrong with what is drawn, behind what is drawn; not while a hand holds some of it, which is a change that goes
 * on. What did not change keeps its list, so that its node does.
 */
export function useFindings({ id }: OneFlow, { body }: Design, holds: boolean): Findings {
  const [list, setList] = useState(none);
  const [checking, setChecking] = useState(false);
  const [state, setState] = useState<Findings["state"]>("waiting");
  const asked = useRef(0);
  const check = useCallback(async () => {
    const turn = ++asked.current;
    setChecking(true);
    const answer = await send<{ findings: readonly Finding[] }>(requestHost(), {
      endpoint: flowVersionApi.validate,
      body: { id, flow: textOf(body, body) },
    });
    // Overtaken by a later one.
    if (turn !== asked.current) return;
    setChecking(false);
    if ("data" in answer) setList(answer.data.findings);
    setState("data" in answer ? "ok" : { failed: answer.error.text });
  }, [id, body]);
  useEffect(() => {
    if (holds) return undefined;
    const timer = setTimeout(() => void check(), quiet);
    return () => clearTimeout(timer);
  }, [check, holds]);
  const before = useRef<ReadonlyMap<string, readonly Finding[]>>(new Map());
  const by = useMemo(() => {
    const now = new Map<string, readonly Finding[]>();
    for (const one of list) now.set(one.nodeId, [...(now.get(one.nodeId) ?? []), one]);
    const same = (a: readonly Finding[] | undefined, b: readonly Finding[]) =>
      a?.length === b.length &&
      b.every(({ text, severity }, at) => a[at]!.text === text && a[at]!.severity === severity);
    before.current = new Map(
      [...now].map(([node, found]) => {
        const old = before.current.get(node);
        return [node, old && same(old, found) ? old : found];
      }),
    );
    return before.current;
  }, [list]);
  return { list, by, checking, state, check: () => void check() };
}
