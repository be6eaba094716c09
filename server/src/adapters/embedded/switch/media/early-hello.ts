/**
 * A browser says its DTLS hello as soon as ICE works for it, which is some 20 ms before werift has chosen its pair and listens: the
 * hello was lost, and the browser waits 50 ms until it says it again. What comes early is kept and read when the handshake begins.
 */
interface Packets {
  readonly onData: {
    subscribe(read: (data: Buffer) => void): { readonly unSubscribe: () => void };
    execute(data: Buffer): void;
  };
}
interface Handshake {
  readonly onStateChange: { subscribe(changed: (state: string) => void): { readonly unSubscribe: () => void } };
}

/** A hello is one datagram, three with keys that withstand a quantum computer. */
const most = 4;

/** RFC 7983: the first byte of a DTLS record. */
const isDtls = (data: Buffer): boolean => data.length > 0 && data[0]! >= 20 && data[0]! <= 63;

export function keepEarlyHello(packets: Packets, handshake: Handshake): void {
  const early: Buffer[] = [];
  const reading = packets.onData.subscribe((data) => {
    if (early.length < most && isDtls(data)) early.push(data);
  });
  const watching = handshake.onStateChange.subscribe(() => {
    reading.unSubscribe();
    watching.unSubscribe();
    // The state changes just before its reader is there.
    queueMicrotask(() => early.splice(0).forEach((data) => packets.onData.execute(data)));
  });
}
