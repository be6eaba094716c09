/** The page of reference-call.ts, sent to browsers as it stands: it may use nothing from outside itself. */
export function callPage(): void {
  interface Message {
    readonly description?: RTCSessionDescriptionInit;
    readonly candidate?: RTCIceCandidateInit;
    /** A page that came back wants its call anew. */
    readonly again?: true;
    readonly hangUp?: true;
  }
  const kept = "talking";
  const socket = new WebSocket(location.origin.replace("http", "ws"));
  const say = (message: Message): void => socket.send(JSON.stringify(message));
  let pc: RTCPeerConnection | undefined;
  let offer: RTCSessionDescriptionInit | undefined;
  let voice: Promise<MediaStream> | undefined;
  let early: RTCIceCandidateInit[] = [];

  // Chromium decodes what an element plays.
  const speaker = new Audio();
  speaker.autoplay = true;

  const state = (now: "" | "ringing"): void => void (document.body.dataset["state"] = now);
  const end = (): void => {
    sessionStorage.removeItem(kept);
    pc?.close();
    pc = undefined;
    early = [];
    state("");
  };
  const begin = async (remote?: RTCSessionDescriptionInit): Promise<void> => {
    pc?.close();
    const connection = (pc = new RTCPeerConnection());
    connection.addEventListener("icecandidate", ({ candidate }) => candidate && say({ candidate }));
    connection.addEventListener("track", ({ track }) => (speaker.srcObject = new MediaStream([track])));
    const stream = await (voice ??= navigator.mediaDevices.getUserMedia({ audio: true }));
    if (remote) await connection.setRemoteDescription(remote);
    for (const track of stream.getTracks()) connection.addTrack(track, stream);
    const codecs = RTCRtpReceiver.getCapabilities("audio")!.codecs.filter(({ mimeType }) => /PCM[UA]$/.test(mimeType));
    for (const transceiver of connection.getTransceivers()) transceiver.setCodecPreferences(codecs);
    await connection.setLocalDescription();
    say({ description: connection.localDescription!.toJSON() as RTCSessionDescriptionInit });
    if (remote) await addEarly(connection);
  };
  const addEarly = async (connection: RTCPeerConnection): Promise<void> => {
    for (const candidate of early.splice(0)) await connection.addIceCandidate(candidate);
  };
  const answer = (): void => {
    sessionStorage.setItem(kept, "yes");
    state("");
    void begin(offer);
  };
  const described = async (description: RTCSessionDescriptionInit): Promise<void> => {
    if (description.type !== "offer") {
      await pc!.setRemoteDescription(description);
      return addEarly(pc!);
    }
    offer = description;
    // The microphone is open before somebody answers, as ours is.
    voice ??= navigator.mediaDevices.getUserMedia({ audio: true });
    if (sessionStorage.getItem(kept)) return answer();
    state("ringing");
  };
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const { description, candidate, again, hangUp } = JSON.parse(data) as Message;
    if (again) void begin();
    else if (hangUp) end();
    else if (description) void described(description);
    else if (candidate && pc?.remoteDescription) void pc.addIceCandidate(candidate);
    else if (candidate) early.push(candidate);
  });
  socket.addEventListener("open", () => {
    document.body.dataset["open"] = "yes";
    if (sessionStorage.getItem(kept)) say({ again: true });
  });
  const button = (name: string, act: () => void): void => {
    const element = document.createElement("button");
    element.textContent = name;
    element.addEventListener("click", act);
    document.body.append(element);
  };
  button("呼叫", () => void begin());
  button("接听", answer);
  button("挂断", () => {
    end();
    say({ hangUp: true });
  });
}
