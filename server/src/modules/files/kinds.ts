/** What a file is, by its first bytes; its name must say the same. */
import { uploadExtensions } from "@liantai/api/contract/file-rules";
import { extensionOf } from "../../http/names.ts";

interface Kind {
  readonly extensions: readonly string[];
  readonly contentType: string;
  is(head: Buffer): boolean;
}

const starts =
  (hex: string) =>
  (head: Buffer): boolean =>
    head.subarray(0, hex.length / 2).equals(Buffer.from(hex, "hex"));
const compound = starts("d0cf11e0a1b11ae1");
/** An Office package names its parts in the directory at its end, but the first local headers stand in the head. */
const office =
  (folder: string) =>
  (head: Buffer): boolean =>
    starts("504b0304")(head) &&
    (head.includes(`${folder}/`) ||
      head.includes("[Content_Types].xml") ||
      head.includes("_rels/.rels") ||
      head.includes("docProps/"));
const xml = "application/vnd.openxmlformats-officedocument";

const kinds: readonly Kind[] = [
  { extensions: ["jpg", "jpeg"], contentType: "image/jpeg", is: starts("ffd8ff") },
  { extensions: ["png"], contentType: "image/png", is: starts("89504e470d0a1a0a") },
  { extensions: ["pdf"], contentType: "application/pdf", is: starts("255044462d") },
  { extensions: ["xls"], contentType: "application/vnd.ms-excel", is: compound },
  { extensions: ["doc"], contentType: "application/msword", is: compound },
  { extensions: ["xlsx"], contentType: `${xml}.spreadsheetml.sheet`, is: office("xl") },
  { extensions: ["docx"], contentType: `${xml}.wordprocessingml.document`, is: office("word") },
];

/** 'type': not one of those that are allowed; 'content': not what its name says. */
export function kindOf(
  name: string,
  head: Buffer,
  allowed: readonly string[] = uploadExtensions,
): { readonly type: string; readonly contentType: string } | "type" | "content" {
  const type = extensionOf(name);
  const kind = allowed.includes(type) && kinds.find(({ extensions }) => extensions.includes(type));
  if (!kind) return "type";
  return kind.is(head) ? { type, contentType: kind.contentType } : "content";
}
