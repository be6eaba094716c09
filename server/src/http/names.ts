/** Names of files that people gave: never a path, never something a header or a file system stumbles over. */

/** Controls, what turns the reading direction, and what Windows forbids. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb<>:"|?*]/g;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
/** Characters of a name, its extension included. */
const longest = 120;

/** The last part of a path, cleaned and cut; '未命名' when nothing is left. The extension stays. */
export function safeFileName(given: string): string {
  const last = given.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const clean = last
    .replace(unsafe, "")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .replace(/^\s+|[\s.]+$/g, "");
  // Where nothing but the extension is left (".png"), it still says what the file is.
  const extension = extensionOf(`_${clean}`);
  const stem = (extension ? clean.slice(0, -(extension.length + 1)) : clean).replace(/^[\s.]+/, "");
  const kept =
    [...stem]
      .slice(0, longest - extension.length - 1)
      .join("")
      .trim() || "未命名";
  return `${reserved.test(kept) ? `_${kept}` : kept}${extension ? `.${extension}` : ""}`;
}

/** Lower case, without the dot; '' for none. */
export const extensionOf = (name: string): string =>
  (/[^.]\.+([A-Za-z0-9]{1,10})$/.exec(name)?.[1] ?? "").toLowerCase();

function disposition(how: "attachment" | "inline", name: string): string {
  const safe = safeFileName(name);
  const plain = safe.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Content-Disposition of a download (RFC 6266), so that a browser never renders what somebody uploaded. */
export const attachment = (name: string): string => disposition("attachment", name);

/** Of the few kinds that the browser's own viewer may show: the reply says the type, and nosniff holds the browser to it. */
export const inline = (name: string): string => disposition("inline", name);
