/** Makes the page behind a dialog that stands outside any tab inert, all but the bar, until the returned function is called. */
let blocks = 0;

function apply(): void {
  for (const id of ["app-shell-nav", "workspace"]) {
    const part = document.getElementById(id);
    if (part) part.inert = blocks > 0;
  }
}

export function blockPage(): () => void {
  blocks += 1;
  apply();
  return () => {
    blocks -= 1;
    apply();
  };
}
