/** PDFs and pictures of the help on their way to the server and back. */
import { requestHost, send } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { fileTexts, uploadBytes } from "@liantai/api/contract/file-rules";
import { helpApi, helpFiles, pictureLink, type HelpFileKind } from "@liantai/api/contract/help";
import type { HelpDocument } from "./model.ts";
import { fileApi, type DownloadKind } from "@liantai/api/contract/uploads";

export type HelpFile = NonNullable<HelpDocument["file"]>;

export const isPdf = (file: File): boolean => /\.pdf$/i.test(file.name);
export const chooserOf = (kind: HelpFileKind): string => helpFiles[kind].map((one) => `.${one}`).join(",");

/** What a file is refused with before it leaves; its content the server looks at. */
export function refusalOf(kind: HelpFileKind, file: File): string | undefined {
  if (!helpFiles[kind].some((one) => file.name.toLowerCase().endsWith(`.${one}`)))
    return fileTexts.wrongType(helpFiles[kind]);
  return file.size > uploadBytes ? fileTexts.tooLarge() : undefined;
}

/** The line of Markdown that shows a picture. */
export const pictureLine = ({ id, name }: HelpFile): string =>
  `![${name.replace(/\.\w+$/, "").replace(/[[\]\\]/g, "")}](${pictureLink(id)})`;

/** An address of a file that holds for this session alone; undefined: refused, and the shell has said why. */
export async function addressOf(kind: Extract<DownloadKind, "help" | "helpView">, id: string) {
  const host = requestHost();
  const outcome = await send<ReplyOf<typeof fileApi.ticket>>(host, { endpoint: fileApi.ticket, body: { kind, id } });
  if ("data" in outcome) return outcome.data;
  host.onFailure(outcome.error);
  return undefined;
}

/** The browser stores it by itself. */
export async function keep(file: HelpFile): Promise<void> {
  const address = await addressOf("help", file.id);
  if (!address) return;
  const link = document.createElement("a");
  link.href = address.url;
  link.download = address.name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Pictures of one text: each is fetched once with the session's token, and its copy goes with the text. */
export interface Pictures {
  /** Fills the pictures of a text that was just drawn. */
  fill(root: HTMLElement): void;
  release(): void;
}

export function createPictures(): Pictures {
  const urls = new Map<string, Promise<string | undefined>>();
  const load = async (id: string): Promise<string | undefined> => {
    const outcome = await send<Blob>(requestHost(), { endpoint: helpApi.file, query: { id } });
    return "data" in outcome && outcome.data.type.startsWith("image/") ? URL.createObjectURL(outcome.data) : undefined;
  };
  return {
    fill(root) {
      for (const image of root.querySelectorAll<HTMLImageElement>("img[data-picture]")) {
        const id = image.dataset["picture"]!;
        const url = urls.get(id) ?? load(id);
        urls.set(id, url);
        void url.then((src) => {
          if (src) image.src = src;
          else image.alt = `${image.alt}（加载失败）`;
        });
      }
    },
    release() {
      for (const url of urls.values()) void url.then((src) => src && URL.revokeObjectURL(src));
      urls.clear();
    },
  };
}
