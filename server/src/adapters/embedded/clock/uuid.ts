/**
 * UUID version 7 (RFC 9562 section 5.7), monotonic within the process (section 6.2, method 1): 48 bits of ms, a 12-bit
 * counter in rand_a that starts in its lower half, 62 random bits.
 */
export function uuidV7(now: () => number, random: (bytes: number) => Uint8Array): () => string {
  let last = 0;
  let counter = 0;
  return () => {
    const bytes = random(16);
    const time = now();
    if (time > last) {
      last = time;
      counter = (((bytes[6] ?? 0) << 8) | (bytes[7] ?? 0)) & 0x7ff;
    } else if (++counter > 0xfff) {
      // More than a counter's worth in one millisecond, or the clock went back: run ahead of it.
      last += 1;
      counter = 0;
    }
    const out = Buffer.from(bytes);
    out.writeUIntBE(last, 0, 6);
    out[6] = 0x70 | (counter >> 8);
    out[7] = counter & 0xff;
    out[8] = 0x80 | ((out[8] ?? 0) & 0x3f);
    const hex = out.toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}
