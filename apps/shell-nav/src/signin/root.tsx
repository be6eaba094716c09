/** The sign-in pages: the light bundle of /login, /admin/login, /pwdoverdue and /totp. */
import { lazy, Suspense, useEffect, useState } from "react";
import { Provider, selectSession, store, useSelector } from "@liantai/api/client";
import { startColorMode } from "@liantai/ui/theme/plain";
import { redirectOf } from "../navigation/gate.ts";
import { go, usePathname } from "../navigation/location.ts";
import { watchSessionEnd } from "../navigation/sign-out.ts";
import { LoginPage } from "./login-page.tsx";
import { addStyles } from "./styles.ts";

/** Seldom asked for: the page comes without them, and without Chakra, which they are made of. */
const OverduePage = lazy(() => import("./overdue-page.tsx"));
const TotpPage = lazy(() => import("./totp-page.tsx"));

const titles: Readonly<Record<string, string>> = {
  "/login": "登录",
  "/admin/login": "运营登录",
  "/pwdoverdue": "修改密码",
  "/totp": "两步验证",
};

function Pages() {
  const pathname = usePathname();
  const session = useSelector(selectSession);
  const away = redirectOf(pathname, session);
  useEffect(watchSessionEnd, []);
  useEffect(() => {
    // Replaced, not pushed: nobody comes back to a sign-in page by the back button.
    if (away) go(away, "replace");
  }, [away]);
  useEffect(() => {
    const title = titles[pathname];
    if (title) document.title = `${title} - 联台`;
  }, [pathname]);
  if (away) return null;
  if (pathname === "/login") return <LoginPage key="enterprise" kind="enterprise" />;
  if (pathname === "/admin/login") return <LoginPage key="operator" kind="operator" />;
  return (
    <Suspense>
      {pathname === "/totp" ? <TotpPage /> : null}
      {pathname === "/pwdoverdue" ? <OverduePage /> : null}
    </Suspense>
  );
}

export function Root() {
  useState(() => {
    startColorMode();
    addStyles();
  });
  return (
    <Provider store={store}>
      <Pages />
    </Provider>
  );
}
