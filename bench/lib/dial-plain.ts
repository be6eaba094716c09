/** Answer to sound between two of the floor's telephones with no switch between them: what the machine alone takes. */
import { AudioPeer } from "@liantai/server/testing/audio-peer";

const hz = 500;

export async function plainAnswer(): Promise<number> {
  const [caller, callee] = [new AudioPeer(hz), new AudioPeer()];
  try {
    const offer = await caller.offer();
    const from = performance.now();
    await caller.accept(await callee.answer(offer));
    await callee.ears.tone(hz, 20_000);
    return performance.now() - from;
  } finally {
    await Promise.all([caller.close(), callee.close()]);
  }
}
