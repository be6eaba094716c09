/**
 * What a process that a test starts is given of the environment: the paths, what Node has compiled before (it halves a start) and the
 * test's own settings. Nothing that is set on the machine besides decides what it does.
 */
export const childEnv = (settings: Readonly<Record<string, string | undefined>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  NODE_NO_WARNINGS: "1",
  ...settings,
});
