// The chat socket of the visitor's page (contract chat.ts): one line, until it is lost. Who wants another opens another.

/**
 * @typedef {import("@liantai/api/contract/im").ChatServerFrame} ServerFrame
 * @typedef {import("@liantai/api/contract/im").ChatClientFrame} ClientFrame
 */

/**
 * ms. heartbeat and retry: contract chatTimings; silence: three heartbeats; connect: until the first frame; slow: after a refusal; check:
 * how often what may have been lost on the way is asked for, in whole heartbeats.
 */
export const timings = {
  heartbeat: 20_000,
  retry: 5_000,
  silence: 60_000,
  connect: 15_000,
  slow: 30_000,
  sent: 10_000,
  check: 60_000,
};

/** Contract chatCloses: after these the page does not connect again by itself. */
export const closes = { sessionEnded: 4001, replaced: 4002, conversationEnded: 4003, malformed: 4004 };

/**
 * @param {string} ticket
 * @param {{ onFrame: (frame: ServerFrame) => void, onLost: (code: number) => void, onCheck: () => void }} on onLost: once, with the code of
 *   its close; 0: it was silent
 */
export const openLine = (ticket, { onFrame, onLost, onCheck }) => {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/api/chat/socket?token=${encodeURIComponent(ticket)}`);
  const began = Date.now();
  let heardAt = 0;
  let beats = 0;
  let over = false;
  /** @param {ClientFrame} frame */
  const send = (frame) => {
    if (socket.readyState === 1) socket.send(JSON.stringify(frame));
  };
  const end = () => {
    over = true;
    clearInterval(beat);
    clearTimeout(connecting);
    socket.close();
  };
  /** @param {number} code */
  const lose = (code) => {
    if (over) return;
    end();
    onLost(code);
  };
  const beat = setInterval(() => {
    if (Date.now() - Math.max(heardAt, began) > timings.silence) return lose(0);
    send({ cmd: 13 });
    beats += 1;
    if (beats % (timings.check / timings.heartbeat) === 0) onCheck();
  }, timings.heartbeat);
  const connecting = setTimeout(() => lose(0), timings.connect);
  socket.addEventListener("message", ({ data }) => {
    if (over) return;
    clearTimeout(connecting);
    heardAt = Date.now();
    onFrame(JSON.parse(String(data)));
  });
  socket.addEventListener("close", ({ code }) => lose(code));
  return { send, end };
};
/** @typedef {ReturnType<typeof openLine>} Line */
