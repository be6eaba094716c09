import type { DialGate } from "../dial-refs.ts";

/** For gateways whose tests dial by no reference. */
export const noDialRefs: DialGate = { numberOf: async () => ({ code: -403 }) };
