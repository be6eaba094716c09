import { selectTelephony, useSelector, type RootState } from "@liantai/api/client";

/** The page's socket, for the jobs that it begins. */
export function useSocketId(): { readonly socketId?: string } {
  const socketId = useSelector((state: RootState) => selectTelephony(state).socketId);
  return socketId ? { socketId } : {};
}
