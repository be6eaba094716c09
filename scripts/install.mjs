// Installs from the lock when it changed; nothing else.
import { ensureInstall } from "./lib/setup.mjs";

ensureInstall();
