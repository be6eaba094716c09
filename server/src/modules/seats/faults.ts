import { fieldRefusal } from "../../http/refusals.ts";

/** A field that is refused for what the database holds. */
export function fault(path: string, label: string, message: string): never {
  throw fieldRefusal(path, label, message);
}
