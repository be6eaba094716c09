/** The contract of the desk: what every page needs, and the bar, its sockets and the recordings it plays. */
export * from "./base.ts";
export * from "./call-data.ts";
export * from "./states.ts";
export * from "./messages.ts";
export * from "./cti.ts";
export * from "./cti-errors.ts";
export * from "./message-offer.ts";
export * from "./stage.ts";
export * from "./device.ts";
export * from "./telephony.ts";
export * from "./call-records/records.ts";
export * from "./call-records/track.ts";
