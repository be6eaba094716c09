const special = /[&<>\u0000-\u001f\u007f\ud800-\udfff\ufffe\uffff]|_x[0-9a-fA-F]{4}_/;
const entity: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Text of an element: escaped, without what XML cannot hold. Excel would read _x0041_ as a character. */
export function escapeText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")

    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, "")
    .replace(/\r\n?/g, "\n")
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, "_x005F_")
    .replace(/[&<>]/g, (c) => entity[c]!);
}
