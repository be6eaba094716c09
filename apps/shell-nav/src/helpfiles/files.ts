/** PDFs and pictures of the help on their way to the server and back. */
import { requestHost, send } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { fileTexts, uploadBytes } from "@liantai/api/contract/file-rules";
import { helpApi, helpFiles, pictureLink, type HelpFileKind } from "@liantai/api/contract/help";
import type { HelpDocument } from "./model.ts";
import { fileApi, type DownloadKind } from "@liantai/api/contract/uploads";
import { saveBlob, type Picture } from "@liantai/ui/resource";

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
  /** Fills the pictures of a text that was just drawn; each that came is a button, unless it stands in a link. */
  fill(root: HTMLElement): void;
  /** What the viewer shows for a press on one: those of its text that came. Undefined: no picture was pressed. */
  shown(
    root: HTMLElement,
    pressed: Element,
  ): { readonly pictures: readonly Picture[]; readonly first: number } | undefined;
  release(): void;
}

const endings: Readonly<Record<string, string>> = { "image/png": "png", "image/gif": "gif", "image/webp": "webp" };
const buttons = "button[data-shows]";

function asButton(image: HTMLImageElement): void {
  if (image.closest(`a, ${buttons}`)) return;
  const button = document.createElement("button");
  button.type = "button";
  button.title = "查看图片";
  button.dataset["shows"] = image.dataset["picture"]!;
  button.setAttribute("aria-haspopup", "dialog");
  image.replaceWith(button);
  button.append(image);
}

export function createPictures(): Pictures {
  const asked = new Map<string, Promise<string | undefined>>();
  const here = new Map<string, Blob>();
  const load = async (id: string): Promise<string | undefined> => {
    const outcome = await send<Blob>(requestHost(), { endpoint: helpApi.file, query: { id } });
    if (!("data" in outcome) || !outcome.data.type.startsWith("image/")) return undefined;
    here.set(id, outcome.data);
    return URL.createObjectURL(outcome.data);
  };
  const viewed = (button: HTMLElement, at: number): Picture[] => {
    const blob = here.get(button.dataset["shows"]!);
    if (!blob) return [];
    const alt = button.querySelector("img")?.alt || "图片";
    const name = `${alt}.${endings[blob.type] ?? "jpg"}`;
    return [{ id: String(at), name, load: async () => blob, download: () => saveBlob(blob, name) }];
  };
  return {
    fill(root) {
      for (const image of root.querySelectorAll<HTMLImageElement>("img[data-picture]")) {
        const id = image.dataset["picture"]!;
        const loading = asked.get(id) ?? load(id);
        asked.set(id, loading);
        void loading.then((url) => {
          if (!url) return void (image.alt = `${image.alt}（加载失败）`);
          image.src = url;
          asButton(image);
        });
      }
    },
    shown(root, pressed) {
      const all = [...root.querySelectorAll<HTMLElement>(buttons)];
      const first = all.findIndex((button) => button.contains(pressed));
      return first < 0 ? undefined : { pictures: all.flatMap(viewed), first };
    },
    release() {
      for (const loading of asked.values()) void loading.then((url) => url && URL.revokeObjectURL(url));
      asked.clear();
      here.clear();
    },
  };
}
