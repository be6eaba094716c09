import { lazy, Suspense, useEffect, useState } from "react";
import { IconButton } from "@chakra-ui/react";
import { Search } from "lucide-react";

const load = () => import(/* webpackChunkName: "screen-search" */ "./screen-search.tsx");
const ScreenSearch = lazy(load);

/** The button of the header and the key for it; what it opens is loaded when it is first wanted. */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.code !== "KeyK" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // The browser's own Ctrl+K leaves for the address bar.
      event.preventDefault();
      if (!event.repeat) setOpen((now) => !now);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <IconButton
        variant="ghost"
        colorPalette="gray"
        aria-label="搜索页面"
        aria-keyshortcuts="Control+K"
        title="搜索页面（Ctrl+K）"
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
      >
        <Search />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <ScreenSearch onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
