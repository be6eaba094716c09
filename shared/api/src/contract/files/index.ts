/** Area 'files': uploads, downloads and export jobs (console.md sections 5, 7 and 9). */
import type { Endpoint } from "../resource.ts";
import { fileDownloadApi } from "./jobs.ts";
import { fileApi } from "./uploads.ts";

export * from "./jobs.ts";
export * from "./uploads.ts";

export const filesEndpoints: readonly Endpoint[] = [...Object.values(fileApi), ...Object.values(fileDownloadApi)];
