import { requestHost, send } from "@liantai/api/client";
import { cdrApi } from "@liantai/api/contract";
import { useCallback, useEffect, useState } from "react";

export type Recording =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly url: string }
  | { readonly state: "failed"; readonly text: string };

/**
 * The recording of a call as an object URL. Fetched with Authorization, because a token does not stand in the address of
 * an <audio>; given back when the player goes.
 */
export function useRecording(callId: string): readonly [Recording, () => void] {
  const [recording, setRecording] = useState<Recording>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    let url: string | undefined;
    setRecording({ state: "loading" });
    void send<Blob>(requestHost(), { endpoint: cdrApi.playRecording, query: { callId } }, leaving.signal).then(
      (outcome) => {
        if (leaving.signal.aborted) return;
        if ("data" in outcome) {
          url = URL.createObjectURL(outcome.data);
          setRecording({ state: "ready", url });
          return;
        }
        if (outcome.error.action !== "none") requestHost().onFailure(outcome.error);
        setRecording({ state: "failed", text: outcome.error.text });
      },
    );
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [callId, attempt]);
  return [recording, useCallback(() => setAttempt((n) => n + 1), [])];
}
