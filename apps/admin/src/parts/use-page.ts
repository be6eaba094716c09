/** Which page of a list in a drawer is on show: the tab's address is its screen's. */
import { usePageSize } from "@liantai/ui";
import { useState } from "react";

export function usePage(id: string) {
  const [pageNo, setPageNo] = useState(1);
  const [pageSize, setPageSize] = usePageSize(id);
  return {
    page: { pageNo, pageSize },
    pager: {
      pageNo,
      pageSize,
      onPage: setPageNo,
      onPageSize(size: number) {
        setPageSize(size);
        setPageNo(1);
      },
    },
  };
}
