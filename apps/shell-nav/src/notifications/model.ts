/** What shows up as a notification: the bus' own, and every request that failed without its screen having said so. */
import { useEffect, useState, useSyncExternalStore } from "react";
import {
  leaveEnterprise,
  onFailure,
  onNotice,
  opened,
  selectUser,
  useDispatch,
  useSelector,
  type RootState,
} from "@liantai/api/client";
import type { NotificationAction } from "@liantai/api/contract";
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

/** One line of a notice: 技能组已保存，从下一通来电起生效。 */
const lineOf = (title: string, text: string) => (text ? `${title}，${text}` : title);

function listen(notices: Notices): () => void {
  const tone = throttledTone(playTone, () => Date.now());
  const ends = [
    bus.subscribe("notification.show", (notification) => {
      const { level, attention, text } = notification;
      // What was just done is a line at the top, whoever says so.
      if (level === "success" && attention === false) notices.say(text);
      else notices.show(notification);
      if (notification.sound) tone();
    }),
    bus.subscribe("notification.close", ({ id }) => notices.close(id)),
    onFailure((failure) => {
      // By its text: ten requests that fail alike are one thing to read. It answers what was just pressed.
      notices.show({
        id: `failure:${failure.text}`,
        title: failure.action === "leaveEnterprise" ? "退出企业管理" : failure.level === "error" ? "请求失败" : "提示",
        text: failure.text,
        level: failure.level,
        attention: false,
      });
      if (failure.action === "leaveEnterprise") void leaveEnterprise();
    }),
    onNotice(({ level = "success", text = "", ...notice }) => {
      if (level === "success") notices.say(lineOf(notice.title, text));
      else notices.show({ id: `notice:${notice.title}${text}`, attention: false, ...notice, text, level });
    }),
  ];
  return () => {
    for (const end of ends) end();
    notices.stop();
  };
}

/**
 * Listens for as long as the workspace stands. What one session was told, the next one is not: an operator enters an
 * enterprise and leaves it.
 */
export function useNotices(): Notices {
  const [notices] = useState(newNotices);
  const session = useSelector((state: RootState) => selectUser(state)?.sessionId);
  useEffect(() => listen(notices), [notices]);
  useEffect(() => () => void (session && notices.reset()), [notices, session]);
  return notices;
}

export const useNoticesState = (notices: Notices): NoticesState =>
  useSyncExternalStore(notices.subscribe, notices.state);

/** Whether a press on the notification itself does something. */
export const leads = ({ target, actions }: Notice): boolean => target !== undefined || actions !== undefined;

/** A press on a notification opens its tab and does its first action; a press on a button does that alone. It is closed then. */
export function useFollow(notices: Notices): (notice: Notice, pressed?: NotificationAction) => void {
  const dispatch = useDispatch();
  return ({ id, target, actions }, pressed) => {
    if (target && (pressed?.do ?? "open") === "open") dispatch(opened({ to: target.name, ...target }));
    const action = pressed ?? actions?.[0];
    if (action) bus.publish("notification.action", { id, action });
    notices.close(id);
  };
}
