/**
 * Every endpoint of the product: the server registers exactly these, /openapi.json lists them, the role matrix tries them.
 * For the server and its tests: a page that imported it would load the whole contract.
 */
import { adminEndpoints } from "./admin.ts";
import { authApi } from "./auth.ts";
import type { Endpoint } from "./resource.ts";
import { customerApi, telephonyApi } from "./telephony.ts";

export const allEndpoints: readonly Endpoint[] = [
  ...Object.values(authApi),
  ...Object.values(telephonyApi),
  ...Object.values(customerApi),
  ...adminEndpoints,
];
