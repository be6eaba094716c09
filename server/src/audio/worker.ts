import { answer } from "../adapters/embedded/thread.ts";
import { convert } from "./convert.ts";

answer((file: Uint8Array) => convert(file));
