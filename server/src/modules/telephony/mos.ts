/**
 * The mean opinion score that a listener would give, estimated from the network (ITU-T G.107, the E-model, with the values of
 * G.113 for G.711 with concealment of lost packets). Loss is a share, times are ms; from 1 (bad) to 4.4, which is the best there
 * is with a narrow band.
 */
export function mosOf({ loss, jitterMs, rttMs = 0 }: { loss: number; jitterMs: number; rttMs?: number }): number {
  const delay = rttMs / 2 + FRAME_MS + 2 * jitterMs;
  const delayed = 0.024 * delay + (delay > 177.3 ? 0.11 * (delay - 177.3) : 0);
  const percent = Math.min(1, Math.max(0, loss)) * 100;
  const lost = (95 * percent) / (percent + ROBUSTNESS);
  const r = Math.min(100, Math.max(0, BEST_R - delayed - lost));
  const mos = 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6;
  return Math.round(Math.max(1, mos) * 100) / 100;
}

/** R of G.107's default values, without delay and loss. */
const BEST_R = 93.2;
/** Bpl of G.711 with concealment (G.113, table I.4). */
const ROBUSTNESS = 25.1;
const FRAME_MS = 20;
