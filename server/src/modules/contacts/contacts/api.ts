/** What a contact is asked with and answered as. */
import type { BodyOf } from "@liantai/api/contract";
import type { contacterDataApi } from "@liantai/api/contract/admin";

export type Api = typeof contacterDataApi;
export type Filters = BodyOf<Api["export"]>;
