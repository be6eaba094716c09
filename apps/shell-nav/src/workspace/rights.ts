import { api, authQueries, store, userLoaded } from "@liantai/api/client";

/**
 * Menus, buttons or the user's own role changed: the user first, because the menus are those of the user's role, then the
 * menus. A user who cannot be read keeps what was known.
 */
export async function reloadRights(): Promise<void> {
  const before = store.getState().session;
  const { data } = await store.dispatch(
    authQueries.endpoints.getUser.initiate({}, { subscribe: false, forceRefetch: true }),
  );
  const { user, tokens } = store.getState().session;
  // Signed out, or gone into an enterprise or out of it meanwhile: the answer is about somebody else.
  if (data && user?.sessionId === before.user?.sessionId && tokens && JSON.stringify(user) !== JSON.stringify(data))
    store.dispatch(userLoaded(data));
  store.dispatch(api.util.invalidateTags(["Menu"]));
}
