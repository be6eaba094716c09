import { openEarly, SipSocket } from "./sip-socket.ts";

class FakeSocket {
  readyState = 0;
  binaryType = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { wasClean: boolean; code: number; reason: string }) => void) | null = null;
  readonly sent: string[] = [];
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
  accept() {
    this.readyState = 1;
    this.onopen?.();
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
}

function net() {
  const sockets: FakeSocket[] = [];
  const open = (url: string) => {
    const made = new FakeSocket(url);
    sockets.push(made);
    return made as unknown as WebSocket;
  };
  return { sockets, open };
}

const url = "wss://desk.example:8443/xcc/ws";
beforeEach(() => jest.useFakeTimers({ doNotFake: ["queueMicrotask"] }));
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

test("says to JsSIP who it is", () => {
  expect(new SipSocket(url)).toMatchObject({
    url,
    sip_uri: "sip:desk.example:8443;transport=ws",
    via_transport: "WSS",
  });
  expect(new SipSocket("ws://127.0.0.1:8080/xcc/ws").via_transport).toBe("WS");
});

test("a socket opened early is the one that is used, even when it is open already", async () => {
  const { sockets, open } = net();
  openEarly(url, open);
  sockets[0]!.accept();
  const socket = new SipSocket(url, open);
  let connected = 0;
  socket.onconnect = () => (connected += 1);
  socket.connect();
  await Promise.resolve();
  expect(sockets).toHaveLength(1);
  expect(connected).toBe(1);
  expect(socket.send("REGISTER")).toBe(true);
  expect(sockets[0]!.sent).toEqual(["REGISTER"]);
});

test("one opened early for another address, or dead by now, is not used", () => {
  const { sockets, open } = net();
  openEarly("wss://elsewhere/xcc/ws", open);
  new SipSocket(url, open).connect();
  expect(sockets.map((s) => [s.url, s.readyState])).toEqual([
    ["wss://elsewhere/xcc/ws", 3],
    [url, 0],
  ]);
  openEarly(url, open);
  sockets[2]!.close();
  new SipSocket(url, open).connect();
  expect(sockets).toHaveLength(4);
});

test("one opened early that nobody uses is closed", () => {
  const { sockets, open } = net();
  openEarly(url, open);
  jest.advanceTimersByTime(10_000);
  expect(sockets[0]!.readyState).toBe(3);
});

test("a silenced socket swallows the farewell", () => {
  const { sockets, open } = net();
  const socket = new SipSocket(url, open);
  socket.connect();
  sockets[0]!.accept();
  socket.silence();
  expect(socket.send("BYE")).toBe(true);
  expect(sockets[0]!.sent).toEqual([]);
});

test("a disconnected socket tells JsSIP nothing more", () => {
  const { sockets, open } = net();
  const socket = new SipSocket(url, open);
  const seen: string[] = [];
  socket.ondisconnect = () => seen.push("gone");
  socket.connect();
  const { onclose } = sockets[0]!;
  onclose!({ wasClean: false, code: 1006, reason: "" });
  expect(seen).toEqual(["gone"]);
  socket.disconnect();
  expect(sockets[0]!.onclose).toBeNull();
});
