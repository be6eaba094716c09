/** A folder of a streaming model as its authors pack them: which files it has, and what is wrong with it, for operators. */
import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { SpeechFailed } from "../../../../ports/speech.ts";
import type { SherpaModel } from "./messages.ts";

const refused = (reason: string, cause?: unknown): SpeechFailed => new SpeechFailed(cause, reason);

export interface FoundModel {
  readonly model: SherpaModel;
  /** Changes with any of its files. */
  readonly print: string;
}

const detectorFile = "silero_vad.onnx";
const mostTokensBytes = 10 * 1024 * 1024;

/** encoder.onnx, encoder-epoch-99-avg-1.int8.onnx …: the quantised one where there are two, as all its authors' examples take it. */
function part(names: readonly string[], beginning: string): string | undefined {
  const found = names.filter((name) => name.startsWith(beginning) && name.endsWith(".onnx")).sort();
  return found.find((name) => name.endsWith(".int8.onnx")) ?? found[0];
}

/** Rejects with SpeechFailed. `folder`: of SPEECH_MODELS. */
export async function findModel(root: string, folder: string): Promise<FoundModel> {
  if (folder === "" || folder.startsWith(".") || /[/\\\0]/.test(folder)) throw refused("模型文件夹的名称不正确");
  const path = join(root, folder);
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") throw refused(`模型文件夹“${folder}”不是文件夹`, error);
    if (error.code === "EACCES") throw refused(`没有读取模型文件夹“${folder}”的权限`, error);
    throw refused(`模型目录（SPEECH_MODELS）下没有文件夹“${folder}”`, error);
  });
  const [encoder, decoder, joiner] = ["encoder", "decoder", "joiner"].map((each) => part(names, each));
  if (!encoder && !decoder && names.some((name) => /^model.*\.onnx$/.test(name)))
    throw refused(`模型文件夹“${folder}”中不是流式模型：只支持流式zipformer和流式paraformer`);
  if (!encoder) throw refused(`模型文件夹“${folder}”中缺少encoder.onnx`);
  if (!decoder) throw refused(`模型文件夹“${folder}”中缺少decoder.onnx`);
  if (!names.includes("tokens.txt")) throw refused(`模型文件夹“${folder}”中缺少tokens.txt`);
  // Only a paraformer has none, and its files are called encoder.onnx and decoder.onnx without an epoch.
  if (!joiner && encoder.includes("epoch")) throw refused(`模型文件夹“${folder}”中缺少joiner.onnx`);
  const vad = names.includes(detectorFile) ? detectorFile : undefined;
  const files = [encoder, decoder, joiner, vad, "tokens.txt"].filter((name) => name !== undefined);
  const prints = await Promise.all(
    files.map(async (name) => {
      const { size, mtimeMs } = await stat(join(path, name));
      if (size === 0) throw refused(`模型文件${name}是空的`);
      return `${name}:${size}:${mtimeMs}`;
    }),
  );
  const at = (name: string | undefined) => (name === undefined ? undefined : join(path, name));
  return {
    model: {
      hears: {
        tokens: join(path, "tokens.txt"),
        encoder: join(path, encoder),
        decoder: join(path, decoder),
        joiner: at(joiner),
      },
      vad: at(vad),
    },
    print: [path, ...prints].join("\n"),
  };
}

/** The detector of the installation: SPEECH_MODELS itself has one, or the first of its model folders that does. undefined: none. */
export async function findDetector(root: string): Promise<FoundModel | undefined> {
  const names = await readdir(root).catch((): string[] => []);
  const folders = names.filter((name) => !name.startsWith(".")).sort();
  for (const path of [root, ...folders.map((name) => join(root, name))]) {
    const vad = join(path, detectorFile);
    const found = await stat(vad).catch(() => undefined);
    if (found?.isFile()) return { model: { vad }, print: `${vad}\n${found.size}:${found.mtimeMs}` };
  }
  return undefined;
}

const nameOf = (path: string): string => path.replace(/^.*[/\\]/, "");

/** An ONNX file is a protobuf message whose first field is the version of its form: 0x08. */
async function checkOnnx(path: string): Promise<void> {
  const file = await open(path).catch((error: unknown) => {
    throw refused(`没有读取模型文件${nameOf(path)}的权限`, error);
  });
  try {
    const head = Buffer.alloc(16);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    if (head.toString("latin1", 0, bytesRead).startsWith("version https"))
      throw refused(`模型文件${nameOf(path)}只是Git LFS的指针，请下载完整文件`);
    if (head[0] !== 0x08) throw refused(`模型文件${nameOf(path)}不是onnx文件`);
  } finally {
    await file.close();
  }
}

/** A symbol and its number a line. */
async function checkTokens(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > mostTokensBytes) throw refused("tokens.txt超过10MB，不是词表");
  const lines = (await readFile(path, "utf8")).split(/\r?\n/);
  while (lines.at(-1) === "") lines.pop();
  const wrong = lines.findIndex((line) => !/^(?:\S+|\s)?\s*\d+$/u.test(line));
  if (wrong >= 0) throw refused(`tokens.txt第${wrong + 1}行有误，每行应为一个符号和它的编号`);
}

/** What can be seen before the library ends itself over it. Rejects with SpeechFailed. */
export async function checkModel({ hears, vad }: SherpaModel): Promise<void> {
  for (const path of [hears?.encoder, hears?.decoder, hears?.joiner, vad])
    if (path !== undefined) await checkOnnx(path);
  if (hears) await checkTokens(hears.tokens);
}
