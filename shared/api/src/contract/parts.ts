/** What resources of every area are made of, and what the parts of screens in shared/ui read of the contract. */
export * from "./area.ts";
export * from "./buttons.ts";
export * from "./crud.ts";
export * from "./dates.ts";
export * from "./fields.ts";
export * from "./file-rules.ts";
export * from "./imports.ts";
export * from "./money.ts";
export * from "./password.ts";
export * from "./privacy.ts";
export * from "./files/uploads.ts";
