import { telephoneRate } from "../../../audio/telephone.ts";

/** A short two-note chime, for when nothing can speak. */
export function chime(): Int16Array {
  const note = telephoneRate * 0.3;
  return Int16Array.from({ length: note * 2 }, (_, i) =>
    Math.round(
      8_000 * Math.exp(-(i % note) / 900) * Math.sin((2 * Math.PI * (i < note ? 659 : 523) * i) / telephoneRate),
    ),
  );
}
