import { rmSync } from "node:fs";
import { templateVariable } from "./template.ts";

export default function removeTemplate(): void {
  const template = process.env[templateVariable];
  if (template) rmSync(template, { recursive: true, force: true });
}
