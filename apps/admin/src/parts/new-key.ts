/** A key that nobody made before: it goes with a booking or a call, so that sending it again does nothing twice. Works without HTTPS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
