/**
 * node --import, for directus: the compiled part for scripts of its flows, which no list needs, builds only for the Node whose headers
 * are on the machine.
 */
import { registerHooks } from "node:module";

const url = "nothing:isolated-vm";
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "isolated-vm" ? { url, format: "module", shortCircuit: true } : next(specifier, context),
  load: (asked, context, next) =>
    asked === url ? { format: "module", source: "export default {};", shortCircuit: true } : next(asked, context),
});
