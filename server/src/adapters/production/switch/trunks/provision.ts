/** Makes Asterisk's trunks those of our database: what is as it was is left alone. Asterisk keeps them in memory. */
import type { Trunk } from "../../../../ports/switch.ts";
import type { Logger } from "../../../../ports/logger.ts";
import { AriRefused, type Ari } from "../ari.ts";
import { digestOf, endpointOf, kinds, objectsOf, trunkOf, type Kind } from "./objects.ts";

interface AriEndpoint {
  readonly technology: string;
  readonly resource: string;
  readonly state: string;
  readonly channel_ids: readonly string[];
}

const path = (kind: Kind, name: string): string => `/asterisk/config/dynamic/res_pjsip/${kind}/${name}`;

export class Provision {
  private readonly ari: Ari;
  private readonly secret: string;
  private readonly logger: Logger;
  private last: Promise<unknown> = Promise.resolve();

  constructor(ari: Ari, secret: string, logger: Logger) {
    this.ari = ari;
    this.secret = secret;
    this.logger = logger;
  }

  /** One after the other; the last word counts. Gives the endpoints that are online. */
  set(trunks: readonly Trunk[]): Promise<ReadonlySet<string>> {
    const done = this.last.then(() => this.reconcile(trunks));
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Endpoints of trunks, and which of them are online. */
  async states(): Promise<ReadonlyMap<string, boolean>> {
    return new Map([...(await this.endpoints())].map(([name, { state }]) => [name, state === "online"]));
  }

  /** Of all calls over an endpoint. */
  async channels(name: string): Promise<readonly string[]> {
    return (await this.ari.ask<AriEndpoint>("GET", `/endpoints/PJSIP/${name}`)).channel_ids;
  }

  private async reconcile(trunks: readonly Trunk[]): Promise<ReadonlySet<string>> {
    const there = await this.endpoints();
    const wanted = new Set(trunks.map(({ id }) => endpointOf(id)));
    await Promise.all([...there.keys()].filter((name) => !wanted.has(name)).map((name) => this.remove(name)));
    await Promise.all(
      trunks.map(async (trunk) => {
        const name = endpointOf(trunk.id);
        if (there.has(name) && (await this.digest(name)) === digestOf(trunk, this.secret)) return;
        if (there.has(name)) await this.remove(name);
        await this.make(trunk);
      }),
    );
    return new Set([...(await this.endpoints())].flatMap(([name, { state }]) => (state === "online" ? [name] : [])));
  }

  private async endpoints(): Promise<ReadonlyMap<string, AriEndpoint>> {
    const all = await this.ari.ask<readonly AriEndpoint[]>("GET", "/endpoints/PJSIP");
    return new Map(all.filter(({ resource }) => trunkOf(resource) !== undefined).map((e) => [e.resource, e]));
  }

  private async digest(name: string): Promise<string | undefined> {
    const fields = await this.ari.ask<readonly { readonly attribute: string; readonly value: string }[]>(
      "GET",
      path("endpoint", name),
    );
    return fields.find(({ attribute }) => attribute === "accountcode")?.value;
  }

  private async make(trunk: Trunk): Promise<void> {
    const objects = objectsOf(trunk, this.secret);
    for (const kind of kinds) {
      const fields = Object.entries(objects[kind] ?? {});
      if (fields.length === 0) continue;
      const body = { fields: fields.map(([attribute, value]) => ({ attribute, value: String(value) })) };
      try {
        await this.ari.ask("PUT", path(kind, endpointOf(trunk.id)), {}, body);
      } catch (error) {
        // A trunk that Asterisk does not understand keeps no other from being set.
        if (!(error instanceof AriRefused)) throw error;
        this.logger.error({ trunk: trunk.id }, `a trunk could not be set: ${error.message}`);
        return;
      }
    }
  }

  private async remove(name: string): Promise<void> {
    for (const kind of [...kinds].reverse()) await this.ari.attempt("DELETE", path(kind, name));
  }
}
