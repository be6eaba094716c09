/**
 * What a file may be and what it is refused with (console.md and realtime.md, section 5, File upload). Imports nothing:
 * audio workers read it.
 */
export const uploadBytes = 10 * 1024 * 1024;
export const uploadExtensions = ["jpg", "jpeg", "png", "xls", "xlsx", "doc", "docx"] as const;
export const voiceExtensions = ["wav", "mp3"] as const;
export const sheetExtensions = ["xlsx"] as const;

/** A workbook is a ZIP: how it begins. */
export const beginsAsSheet = (head: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, at) => head[at] === byte);

/** Below a tenth of a megabyte in kilobytes: 0M is no size. */
const sizeText = (bytes: number): string =>
  bytes < 100 * 1024 ? `${Math.round(bytes / 1024)}K` : `${Math.round((bytes / 1024 / 1024) * 10) / 10}M`;

/** To the letter. */
export const fileTexts = {
  wrongType: (extensions: readonly string[] = uploadExtensions) => `只能上传${extensions.join(", ")}文件`,
  /** Of an import: another kind by its name, another by its bytes, or damaged. One sentence for both sides and for all of them. */
  wrongSheet: "只能上传xlsx文件，csv、xls等其他表格请用Excel或WPS另存为xlsx后再上传",
  /** Its first bytes are something else. */
  otherContent: (name: string) => `“${name}”的内容与文件类型不符`,
  tooLarge: (bytes: number = uploadBytes) => `文件大小不能超过${sizeText(bytes)}！`,
  tooMany: (files: number) => `最多上传${files}个文件`,
} as const;
