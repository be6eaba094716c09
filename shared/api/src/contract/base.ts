/**
 * What every page needs, the sign-in page too: one bundle (scripts/webpack/contract.mjs). What comes after sign-in
 * stands in index.ts, what only screens of an app need in that app's own contract.
 */
export * from "./roles.ts";
export * from "./time.ts";
export * from "./resource.ts";
export * from "./errors.ts";
export * from "./lengths.ts";
export * from "./validators.ts";
export * from "./tabs.ts";
export * from "./auth.ts";
export * from "./session.ts";
export * from "./sign-in.ts";
export * from "./totp.ts";
