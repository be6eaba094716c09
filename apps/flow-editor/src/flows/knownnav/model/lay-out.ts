import type { Places, Shapes } from "./shapes.ts";

/** Nodes that the page itself puts in order without being felt (60 take 90 ms). */
const inPage = 60;

/** Loaded when a canvas is put in order, and not with the editor. */
const inThisPage = async (shapes: Shapes): Promise<Places> => (await import("./layout.ts")).placesOf(shapes);

/** A worker for one canvas. A page without workers reckons itself. */
export async function layOut(shapes: Shapes): Promise<Places> {
  if (shapes.nodes.length <= inPage || typeof Worker === "undefined") return inThisPage(shapes);
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url));
  try {
    return await new Promise<Places>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Places>) => resolve(data);
      worker.onerror = () => reject(new Error("the layout worker failed"));
      worker.postMessage(shapes);
    });
  } finally {
    worker.terminate();
  }
}
