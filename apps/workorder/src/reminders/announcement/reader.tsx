import { DetailDrawer } from "@liantai/ui/resource";
import { useEffect } from "react";
import { notices, type Announcement } from "../parts/queries.ts";

/** An announcement in full; whom it went to has read it by opening it. */
export function Reader({ of, onClose }: { readonly of: Announcement; readonly onClose: () => void }) {
  const [read] = notices.read.useMutation();
  const { id, toMe, readAt } = of;
  useEffect(() => {
    if (toMe === 1 && readAt === null) void read({ body: { id } });
  }, [id, toMe, readAt, read]);
  return (
    <DetailDrawer
      open
      title={of.des}
      width="520px"
      items={[
        ["发布人", of.createdBy],
        ["发布时间", of.publishedAt],
        ["公告内容", of.remarks],
      ]}
      onClose={onClose}
    />
  );
}
