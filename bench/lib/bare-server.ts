/** The floor of an idle server: Fastify that listens and PGlite that is open, in one bare Node process. Says when both are there. */
import { PGlite } from "@electric-sql/pglite";
import Fastify from "fastify";

const database = await PGlite.create();
await database.query("select 1");
const app = Fastify();
app.get("/", () => ({ ok: true }));
await app.listen({ port: 0, host: "127.0.0.1" });
process.on("disconnect", () => process.exit(0));
process.send!("ready");
