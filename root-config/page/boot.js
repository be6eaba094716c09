// Starts the root config. Plain script: it must be able to say in Chinese that nothing else could be loaded.
(function () {
  "use strict";
  /** @param {unknown} error */
  function fail(error) {
    var boot = document.getElementById("boot");
    if (!boot) return;
    boot.removeAttribute("aria-busy");
    boot.textContent = "";
    var text = document.createElement("p");
    text.className = "plain";
    text.setAttribute("role", "alert");
    text.textContent = "页面没有加载成功，请检查网络后重试。";
    var again = document.createElement("button");
    again.type = "button";
    again.className = "page-button";
    again.textContent = "重试";
    again.addEventListener("click", function () {
      location.reload();
    });
    boot.append(text, again);
    if (window.reportError) window.reportError(error);
  }
  // The workspace's bundles, beside each other, when this browser tab has a session (the key is the contract's storageKeys).
  function preloadWorkspace() {
    var bundles = document.querySelector('meta[name="workspace-bundles"]');
    if (!(bundles instanceof HTMLMetaElement) || bundles.content === "") return;
    if (!/"tokens":\{/.test(sessionStorage.getItem("liantai.session") || "")) return;
    bundles.content.split(" ").forEach(function (url) {
      var link = document.createElement("link");
      link.rel = "preload";
      link.as = "script";
      link.href = url;
      document.head.append(link);
    });
  }
  try {
    preloadWorkspace();
  } catch {
    // A browser without session storage starts all the same.
  }
  if (!("System" in window)) fail(new Error("SystemJS did not load"));
  else System.import("@liantai/root-config").catch(fail);
})();
