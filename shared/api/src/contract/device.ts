/** A user agent in two words, "Chrome 147 · Windows": enough to know one's own devices. Unknown ones stay as they are. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg\/(\d+)/, "Edge"],
  [/\bFirefox\/(\d+)/, "Firefox"],
  [/\b(?:Headless)?Chrome\/(\d+)/, "Chrome"],
  [/\bVersion\/(\d+)[\d.]* .*Safari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/Windows/, "Windows"],
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

export function deviceName(userAgent: string): string {
  const browser = browsers.flatMap(([pattern, name]) => {
    const found = pattern.exec(userAgent);
    return found ? [`${name} ${found[1]}`] : [];
  })[0];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return browser && system ? `${browser} · ${system}` : userAgent;
}
