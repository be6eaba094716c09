/** ms; a page that nobody sees draws no frames, and what waits for one is done all the same. */
const longest = 500;

/** Runs `work` in a task of its own once the next frame is drawn, so that a press is answered before it. Returns the cancel. */
export function afterFrame(work: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    end();
    work();
  };
  // A frame's callbacks come before it is laid out and painted, in the same task.
  const frame = requestAnimationFrame(() => {
    task = setTimeout(run);
  });
  const late = setTimeout(run, longest);
  const end = () => {
    cancelAnimationFrame(frame);
    clearTimeout(late);
    clearTimeout(task);
  };
  return end;
}
