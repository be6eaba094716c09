/**
 * What `npm run swap -- APP --to URL` sends: fields of a form, `contents` as JSON, and one file that holds the files of
 * the bundle one after the other, in the order of `contents.files`. docs/protocol.md H5 to H7.
 */
import { array, number, object, string, type InferType } from "yup";
import { versionPattern } from "./apps.ts";

export const bundleLimits = {
  /** Of all files of one version together. */
  bytes: 32 * 1024 * 1024,
  files: 400,
  /** Characters of `contents`; a form's field holds no more. */
  contents: 64 * 1024,
} as const;

/** One segment, and an ending that a page asks for; compressed forms stand beside the file they were made of. */
const fileName = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/;
const served = /\.(?:js|css|map|json|svg|png|jpe?g|webp|woff2|wav|mp3|ogg|txt)(?:\.br|\.gz)?$/;
export const isBundleFile = (name: string): boolean => fileName.test(name) && !name.includes("..") && served.test(name);

const sha256 = /^[0-9a-f]{64}$/;

export const contentsSchema = object({
  files: array()
    .label("文件清单")
    .of(
      object({
        name: string()
          .label("文件名")
          .required()
          .test("name", "文件名有误：${value}", (value) => isBundleFile(value)),
        bytes: number().label("文件大小").required().integer().min(1).max(bundleLimits.bytes),
        sha256: string().label("文件校验值").required().matches(sha256, "文件校验值有误"),
      }).required(),
    )
    .min(1, "文件清单为空")
    .max(bundleLimits.files, `最多${bundleLimits.files}个文件`)
    .required("缺少文件清单")
    .test(
      "once",
      "文件清单中有重复的文件",
      (files) => new Set((files ?? []).map((file) => file?.name)).size === (files ?? []).length,
    ),
  /** Version of each shared package that the bundle was built against: '@liantai/ui' and so on. */
  shared: array()
    .label("共享包")
    .of(
      object({
        name: string().label("共享包").required().max(100),
        version: string().label("共享包版本").required().matches(versionPattern, "共享包版本有误"),
      }).required(),
    )
    .max(100)
    .required("缺少共享包清单"),
});
export type BundleContents = InferType<typeof contentsSchema>;
