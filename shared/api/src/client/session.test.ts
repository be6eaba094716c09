import { sessionReducer, imStatusAtSignIn, signedOut, userLoaded, type UserInfo } from "./session.ts";

const seat = {
  sessionId: "s1",
  roleType: 2,
  agentId: "1001",
  loginAgentState: 1,
} as Partial<UserInfo> as UserInfo;
const load = (user: UserInfo, before = sessionReducer(undefined, { type: "start" })) =>
  sessionReducer(before, userLoaded(user));

test("loginAgentState 0 sets IM status 1, loginAgentState 1 sets status 2 (console.md section 4)", () => {
  expect([imStatusAtSignIn(0), imStatusAtSignIn(1)]).toEqual([1, 2]);
});

test("the session has the seat's IM status from its sign-in on; changed rights do not sign it in again, the next sign-in does", () => {
  const first = load(seat);
  expect(first.imStatus).toBe(2);
  const again = load({ ...seat, loginAgentState: 0 }, first);
  expect(again.imStatus).toBe(2);
  expect(load({ ...seat, sessionId: "s2", loginAgentState: 0 }, again).imStatus).toBe(1);
  expect(sessionReducer(again, signedOut(null)).imStatus).toBeNull();
});

test("who has no seat has no IM status", () => {
  expect(load({ ...seat, agentId: null, loginAgentState: 0 }).imStatus).toBeNull();
});
