/** What every reader of a setting says of a bad value. */

export class ConfigError extends Error {
  readonly variable: string;
  constructor(variable: string, takes: string, cause?: unknown) {
    super(`${variable} ${takes}`, { cause });
    this.name = "ConfigError";
    this.variable = variable;
  }
}

export function parseUrl(variable: string, value: string, schemes: readonly string[], takes: string): URL {
  const url = URL.parse(value);
  if (!url || !schemes.includes(url.protocol) || url.hostname === "") throw new ConfigError(variable, takes);
  return url;
}
