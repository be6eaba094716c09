/** What shows up as a notification: the bus' own, and every request that failed without its screen having said so. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { leaveEnterprise, onFailure, onNotice, opened, useDispatch } from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { createNotices, type Notice, type Notices, type NoticesState } from "./notices.ts";
import { playTone, throttledTone } from "./tone.ts";

const newNotices = () =>
  createNotices({
    now: () => Date.now(),
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    closed: (id) => bus.publish("notification.closed", { id }),
  });

/** Listens for as long as the workspace stands. */
export function useNotices(): Notices {
  const [notices] = useState(newNotices);
  useEffect(() => {
    const tone = throttledTone(playTone, () => Date.now());
    const ends = [
      bus.subscribe("notification.show", (notification) => {
        notices.show(notification);
        if (notification.sound) tone();
      }),
      onFailure((failure) => {
        // By its text: ten requests that fail alike are one thing to read.
        notices.show({
          id: `failure:${failure.text}`,
          title:
            failure.action === "leaveEnterprise" ? "退出企业管理" : failure.level === "error" ? "请求失败" : "提示",
          text: failure.text,
          level: failure.level,
        });
        if (failure.action === "leaveEnterprise") void leaveEnterprise();
      }),
      onNotice(({ level = "success", text = "", ...notice }) =>
        notices.show({
          id: `notice:${notice.title}${text}`,
          ...(level === "success" ? { durationMs: 4000 } : {}),
          ...notice,
          text,
          level,
        }),
      ),
    ];
    return () => {
      for (const end of ends) end();
      notices.stop();
    };
  }, [notices]);
  return notices;
}

export const useNoticesState = (notices: Notices): NoticesState =>
  useSyncExternalStore(notices.subscribe, notices.state);

/** Opens the tab that a notification points at, and closes it. */
export function useFollow(notices: Notices): (notice: Notice) => void {
  const dispatch = useDispatch();
  return ({ id, target }) => {
    if (target) dispatch(opened({ to: target.name, params: target.params }));
    notices.close(id);
  };
}
