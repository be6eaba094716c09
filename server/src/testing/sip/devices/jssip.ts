/** A SIP stack that is not ours, the one that our pages use: JsSIP under Node, with werift in the place of the browser's WebRTC. */
import JsSIP from "jssip";
import type { RTCSession } from "jssip/lib/RTCSession.js";
import { MediaStream, MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters } from "werift";
import { askNoStun } from "../ask-no-stun.ts";
import { Stage } from "../contract/stage.ts";
import type { MakeDeviceHarness } from "./harness.ts";

class BrowserPeer extends RTCPeerConnection {
  constructor() {
    super({
      iceServers: [],
      iceAdditionalHostAddresses: ["127.0.0.1"],
      codecs: {
        audio: [
          new RTCRtpCodecParameters({ mimeType: "audio/opus", clockRate: 48_000, channels: 2, payloadType: 111 }),
          new RTCRtpCodecParameters({ mimeType: "audio/PCMU", clockRate: 8_000, channels: 1, payloadType: 0 }),
          new RTCRtpCodecParameters({
            mimeType: "audio/telephone-event",
            clockRate: 8_000,
            channels: 1,
            payloadType: 126,
          }),
        ],
      },
    });
  }
  override createOffer(options?: { iceRestart?: boolean } | null): ReturnType<RTCPeerConnection["createOffer"]> {
    askNoStun(this);
    return super.createOffer(options ?? {});
  }
  override createAnswer(): ReturnType<RTCPeerConnection["createAnswer"]> {
    askNoStun(this);
    return super.createAnswer();
  }
}

/** A microphone in a silent room: it sends all the time, and Asterisk takes a telephone to be there once its sound comes. */
function microphone(): { readonly track: MediaStreamTrack; off(): void } {
  const track = new MediaStreamTrack({ kind: "audio" });
  const frame = Buffer.alloc(12 + 160, 0xff);
  frame.writeUInt16BE(0x8000, 0);
  frame.writeUInt32BE(1, 8);
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    frame.writeUInt16BE(count & 0xffff, 2);
    frame.writeUInt32BE((count * 160) >>> 0, 4);
    track.writeRtp(Buffer.from(frame));
  }, 20);
  return { track, off: () => clearInterval(timer) };
}

class BrowserDescription {
  constructor(init: object) {
    Object.assign(this, init);
  }
}

const page = globalThis as Record<string, unknown>;
export function jssip(make: MakeDeviceHarness): void {
  const stage = new Stage();
  const before = { ...page };

  beforeAll(async () => {
    Object.assign(page, {
      window: globalThis,
      RTCPeerConnection: BrowserPeer,
      RTCSessionDescription: BrowserDescription,
    });
    await stage.open((directory) => make(directory));
  });

  afterAll(async () => {
    await stage.close();
    for (const name of ["window", "RTCPeerConnection", "RTCSessionDescription"]) page[name] = before[name];
  });

  test("JsSIP registers, calls, holds, sends digits, refreshes its session, is called, and leaves", async () => {
    const ua = new JsSIP.UA({
      sockets: [new JsSIP.WebSocketInterface(stage.url)],
      uri: "sip:ann@liantai",
      password: "ann-secret",
    });
    ua.start();
    await stage.next("registered");
    const { track, off } = microphone();
    const options = { mediaStream: new MediaStream([track]) as unknown as globalThis.MediaStream };
    const session = ua.call("sip:4001@liantai", options);
    const { leg } = await stage.next("incoming");
    await stage.switch.ring(leg);
    await stage.switch.answer(leg);
    await stage.next("answered", leg);
    session.sendDTMF("5", { duration: 120 });
    expect(await stage.next("digit", leg)).toEqual({ type: "digit", leg, digit: "5", ms: 120 });
    session.hold();
    expect(await stage.next("deviceHold", leg)).toMatchObject({ held: true });
    while (!session.unhold()) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await stage.next("deviceHold", leg)).toMatchObject({ held: false });
    await new Promise<void>((resolve, reject) => {
      const refresh = session as unknown as { _sendUpdate(options: object): void };
      refresh._sendUpdate({
        eventHandlers: { succeeded: resolve, failed: () => reject(new Error("the session refresh was refused")) },
      });
    });
    session.terminate();
    expect(await stage.next("hungup", leg)).toMatchObject({ cause: "normal" });

    ua.on("newRTCSession", (event: { originator: string; session: RTCSession }) => {
      if (event.originator === "remote") event.session.answer(options);
    });
    const called = await stage.switch.originate({ to: "ann", from: "13800000001", fromName: "张三", ringMs: 5_000 });
    await stage.next("answered", called);
    await stage.switch.hangup(called);
    expect(await stage.next("hungup", called)).toMatchObject({ cause: "normal" });
    const left = new Promise((resolve) => ua.on("unregistered", resolve));
    ua.unregister({ all: true });
    expect(await stage.next("unregistered")).toMatchObject({ user: "ann" });
    await left;
    const closed = new Promise((resolve) => ua.on("disconnected", resolve));
    ua.stop();
    await closed;
    off();
  });
}
