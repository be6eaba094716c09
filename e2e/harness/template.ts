/** The folder of a first start, that journeys start from copies of. Made once a run by global-setup.ts. */
import { cpSync } from "node:fs";

export const templateVariable = "LIANTAI_E2E_TEMPLATE";

/** Copies the template into `folder`; does nothing in a run that has made none (a bench). */
export function fromTemplate(folder: string): void {
  const template = process.env[templateVariable];
  if (template) cpSync(template, folder, { recursive: true });
}
