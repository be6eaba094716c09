/** Who speaks in an audition: asked for with its first question, kept to its end, sent while something is asked. */
import { requestHost, send } from "@liantai/api/client";
import { authApi, reconnectingTimings, type ReplyOf } from "@liantai/api/contract";
import { auditionPush } from "@liantai/api/contract/flow-editor";
import { useEffect, useRef } from "react";
import { openMicrophone } from "./microphone.ts";

interface Speaking {
  /** '' unless it runs. */
  readonly msgId: string;
  /** The event of the input that is spoken; '': nothing is asked. */
  readonly listening: string;
  /** The browser does not give it. */
  readonly onRefused: () => void;
  /** Nothing takes what is said; while something is asked it is tried again. */
  readonly onLost: () => void;
  /** It is taken again. */
  readonly onFound: () => void;
}

/** Pieces that wait for the connection: two seconds. */
const mostWaiting = 20;

/** The server's word that the audition is over (docs/protocol.md A12). */
const auditionOver = 4004;

class Voice {
  #waiting: ArrayBuffer[] = [];
  #socket: WebSocket | undefined;
  #connecting = false;
  #over = false;
  /** Until it is given up, or tried again. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ends: (() => void)[] = [];
  readonly #msgId: string;
  readonly #told: Pick<Speaking, "onLost" | "onFound">;
  listening = false;

  constructor(msgId: string, told: Pick<Speaking, "onLost" | "onFound">) {
    this.#msgId = msgId;
    this.#told = told;
  }

  /** Rejects where there is no microphone. */
  async open(): Promise<void> {
    const { close } = await openMicrophone((message) => this.#say(message));
    if (this.#over) return close();
    this.#ends.push(close);
  }

  /** What is said from now on goes to the server. */
  async connect(): Promise<void> {
    if (this.#connecting || this.#socket) return;
    this.#connecting = true;
    const outcome = await send<ReplyOf<typeof authApi.ticket>>(requestHost(), {
      endpoint: authApi.ticket,
      body: { use: "audition" },
    });
    this.#connecting = false;
    if (this.#over) return;
    if (!("data" in outcome)) return this.#lost();
    clearTimeout(this.#timer);
    const query = new URLSearchParams({ token: outcome.data.ticket, msgId: this.#msgId });
    const type = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${type}://${location.host}${auditionPush.path}?${query}`);
    this.#socket = socket;
    this.#timer = setTimeout(() => socket.close(), reconnectingTimings.connect);
    socket.onopen = () => {
      clearTimeout(this.#timer);
      this.#told.onFound();
      for (const message of this.#waiting.splice(0)) socket.send(message);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      if (event.code !== auditionOver) this.#lost();
    };
  }

  /** Again after a second, while somebody is asked; with the next question otherwise. */
  #lost(): void {
    clearTimeout(this.#timer);
    if (this.#over || !this.listening) return;
    this.#told.onLost();
    this.#timer = setTimeout(() => {
      if (!this.#over && this.listening) void this.connect();
    }, reconnectingTimings.retry);
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    for (const end of this.#ends) end();
  }

  #say(message: ArrayBuffer): void {
    if (!this.listening) return;
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#socket.send(message);
    this.#waiting.push(message);
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
  }
}

export function useMicrophone({ msgId, listening, onRefused, onLost, onFound }: Speaking): void {
  const voice = useRef<Voice>(undefined);
  const tell = useRef({ onRefused, onLost, onFound });
  useEffect(() => {
    tell.current = { onRefused, onLost, onFound };
  });
  useEffect(
    () => () => {
      voice.current?.close();
      voice.current = undefined;
    },
    [msgId],
  );
  useEffect(() => {
    if (voice.current) voice.current.listening = listening !== "";
    if (listening === "" || msgId === "") return;
    if (!voice.current) {
      const made = new Voice(msgId, {
        onLost: () => tell.current.onLost(),
        onFound: () => tell.current.onFound(),
      });
      made.listening = true;
      voice.current = made;
      made.open().catch(() => {
        if (voice.current === made) tell.current.onRefused();
      });
    }
    void voice.current.connect();
  }, [msgId, listening]);
}
