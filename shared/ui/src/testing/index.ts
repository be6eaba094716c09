/** For the tests of all apps. */
export { fakeServer, refusal, type Asked, type FakeServer } from "./server.ts";
export { asksToLeave } from "./leaving.ts";
export { pressItem } from "./menu.ts";
export { openTabOf, operator, page, showTab, signIn, startOver } from "./screen.tsx";
export { scrollsThinly } from "./styles.ts";
