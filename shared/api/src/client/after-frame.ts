/** ms; a page that nobody sees draws no frames, and what waits for one is done all the same. */
const longest = 500;

/**
 * Runs `work` in a task of its own once the next frame is drawn, so that a press is answered before it. Returns the cancel. `work` is told
 * how many ms that frame took the page: its callbacks, layout, paint and what came before the task; 0 when none was drawn.
 */
export function afterFrame(work: (frameMs: number) => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const run = (frameMs: number) => {
    end();
    work(frameMs);
  };
  // A frame's callbacks come before it is laid out and painted, in the same task.
  const frame = requestAnimationFrame(() => {
    const from = performance.now();
    task = setTimeout(() => run(performance.now() - from));
  });
  const late = setTimeout(() => run(0), longest);
  const end = () => {
    cancelAnimationFrame(frame);
    clearTimeout(late);
    clearTimeout(task);
  };
  return end;
}
