/** The installation itself: its cryptography and its first data. The only face of this module. */
export { createSealer, extensionSealContext, SealBroken, sealerOf, type Sealer } from "./seal.ts";
export { hashPassword, verifyPassword } from "./hash.ts";
export { isLoopback } from "./loopback.ts";
export { randomPassword } from "./random-password.ts";
export { seed, type SeedResult } from "./seed.ts";
export { demoAccessNumber, demoEnterprise, demoPassword, demoPeople, operator as demoOperator } from "./demo.ts";
export { commonPasswordMessage, isCommonPassword } from "./common-passwords.ts";
