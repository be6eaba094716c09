/** An audition and the page's part of it: it is begun, told what the listener does, and ended when nobody listens any more. */
import {
  claimFailure,
  requestHost,
  selectTelephony,
  selectUser,
  send,
  useSelector,
  type RootState,
} from "@liantai/api/client";
import { errors, type ReplyOf } from "@liantai/api/contract";
import { auditionApi, type BackEvent } from "@liantai/api/contract/flow-editor";
import { useBus } from "@liantai/bus/react";
import { useActive } from "@liantai/ui";
import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { noAudition, stepped, type Audition } from "./model/audition.ts";
import { textOf } from "./model/saved.ts";
import type { SideProps } from "./sides/side-props.ts";

export interface Auditioning {
  readonly audition: Audition;
  /** isText: what is answered is typed, not spoken. */
  readonly start: (how: { readonly caller: string; readonly real: boolean; readonly isText: boolean }) => void;
  /** What is answered with an event is no longer asked. */
  readonly tell: (type: BackEvent, eventId: string, eventData?: string) => void;
  readonly hangUp: (said?: string) => void;
}

/** What every event of one listening says of it. */
interface Of {
  readonly flowId: string;
  readonly userId: string;
}

const back = (of: Of, msgId: string, type: BackEvent, eventId = "", eventData = "", isText = true) => ({
  endpoint: auditionApi.backEvent,
  body: { ...of, type, eventData, msgId, eventId, isText },
});

/** The page may be going. */
const letGo = (of: Of, msgId: string): void =>
  void send(requestHost(), { ...back(of, msgId, "hangup"), keepalive: true });

export function useAudition({ flow: { id: flowId }, design }: Pick<SideProps, "flow" | "design">): Auditioning {
  const [audition, dispatch] = useReducer(stepped, noAudition);
  const socketId = useSelector((state: RootState) => selectTelephony(state).socketId);
  const userId = useSelector(selectUser)?.userId ?? "";
  const of = useMemo<Of>(() => ({ flowId, userId }), [flowId, userId]);
  useBus("audition.told", (message) => dispatch({ do: "told", message }));
  const { msgId } = audition;
  const running = useRef("");
  useEffect(() => {
    running.current = msgId;
  }, [msgId]);
  /** Counts what was begun and given up: a reply that comes later is to nobody. */
  const asked = useRef(0);
  /** One after another: keys count in the order in which they are pressed. */
  const line = useRef(Promise.resolve());

  const typed = useRef(true);

  const start: Auditioning["start"] = ({ caller, real, isText }) => {
    typed.current = isText;
    const attempt = ++asked.current;
    dispatch({ do: "ask" });
    const text = textOf(design.body, design.body);
    const body = { flowId, flow: text, tts: design.tts, isText, real, caller, ...(socketId && { socketId }) };
    void send<ReplyOf<typeof auditionApi.play>>(requestHost(), { endpoint: auditionApi.play, body }).then((outcome) => {
      if ("data" in outcome) {
        if (asked.current !== attempt) return letGo(of, outcome.data.msgId);
        // A side that is being left is not drawn again before it goes.
        running.current = outcome.data.msgId;
        return dispatch({ do: "begun", msgId: outcome.data.msgId });
      }
      claimFailure(outcome.error);
      if (outcome.error.action !== "none") requestHost().onFailure(outcome.error);
      if (asked.current === attempt) dispatch({ do: "end", said: outcome.error.text });
    });
  };

  const tell = useCallback<Auditioning["tell"]>(
    (type, eventId, eventData = "") => {
      if (msgId === "") return;
      if (eventId !== "") dispatch({ do: "answered", eventId });
      line.current = line.current.then(async () => {
        if (running.current !== msgId) return;
        const outcome = await send(requestHost(), back(of, msgId, type, eventId, eventData, typed.current));
        if ("data" in outcome) return;
        if (outcome.error.code === errors.notFound.code) dispatch({ do: "end", said: outcome.error.text, msgId });
        else requestHost().onFailure(outcome.error);
      });
    },
    [of, msgId],
  );

  const hangUp = useCallback<Auditioning["hangUp"]>(
    (said = "试听已结束") => {
      asked.current += 1;
      if (running.current !== "") letGo(of, running.current);
      running.current = "";
      dispatch({ do: "end", said });
    },
    [of],
  );

  const active = useActive();
  useEffect(() => {
    if (!active) hangUp();
  }, [active, hangUp]);
  useEffect(() => {
    const leaving = () => hangUp();
    addEventListener("pagehide", leaving);
    return () => {
      removeEventListener("pagehide", leaving);
      hangUp();
    };
  }, [hangUp]);
  return { audition, start, tell, hangUp };
}
