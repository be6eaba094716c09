/** Pictures that the viewer shows: what it is told of each, and its bytes as an address of this page. */
import { isFailure } from "../form/save.ts";
import { useCallback, useEffect, useState } from "react";

export interface Picture {
  /** Tells it from the others that are shown with it. */
  readonly id: string;
  /** Of its file, e.g. 现场.png. */
  readonly name: string;
  /** Its bytes. Throws a Failure where the server refused. */
  readonly load: (signal: AbortSignal) => Promise<Blob>;
  readonly download: () => void;
}

export interface PictureViewerProps {
  /** The same array as long as it is open. */
  readonly pictures: readonly Picture[];
  /** Which of them is shown first. */
  readonly first: number;
  readonly onClose: () => void;
  /** Within its tab, whose bar it never covers; default 99999. */
  readonly zIndex?: number;
}

/** Whether a file of this name is one that the viewer shows: jpg, jpeg or png (of those that may be uploaded). */
export const isPicture = (fileName: string): boolean => /\.(jpe?g|png)$/i.test(fileName);

type Bytes =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly url: string }
  | { readonly state: "failed"; readonly why: string | undefined };

/** Fetched with the session's token, which does not stand in the address of an <img>; given back with the viewer or the next picture. */
export function useBytes({ id, load }: Picture) {
  const [bytes, setBytes] = useState<Bytes>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    let url: string | undefined;
    setBytes({ state: "loading" });
    load(leaving.signal).then(
      (blob) => {
        if (leaving.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setBytes({ state: "ready", url });
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setBytes({ state: "failed", why: isFailure(error) ? error.text : undefined });
      },
    );
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [id, load, attempt]);
  return {
    bytes,
    retry: useCallback(() => setAttempt((n) => n + 1), []),
    /** It is no picture that the browser can draw. */
    refuse: useCallback(() => setBytes({ state: "failed", why: "图片无法显示，可以下载后查看。" }), []),
  };
}
