/**
 * Holds the log before a step of one caller's flow: the process that wants to write it waits in the middle of its transaction, with all
 * that the step wants of the world already wanted, until it is killed and the transaction is ended as a kill of the process would end it.
 */
import type { Hosts } from "../hosts/hosts.ts";

/** Of the lock that whoever comes to the barrier waits for. Nobody else in this database has it. */
const lock = 20_261_129;

export class Barrier {
  readonly #hosts: Hosts;

  private constructor(hosts: Hosts) {
    this.#hosts = hosts;
  }

  static async raise(hosts: Hosts): Promise<Barrier> {
    await hosts.rows(`
      create table test_barrier (caller text not null, step int not null);
      create function test_barrier() returns trigger language plpgsql security definer as $$
      begin
        if new.type = 'flowStep' and new.data->>'step' = 'node' and exists (
          select from test_barrier b join event e on e.data->>'caller' = b.caller
          where e.comp_id = new.comp_id and e.stream = new.stream and e.stream_id = new.stream_id and e.type = 'created'
            and b.step <= 1 + (
              select count(*) from event n where n.comp_id = new.comp_id and n.stream = new.stream
                and n.stream_id = new.stream_id and n.type = 'flowStep' and n.data->>'step' = 'node'))
        then perform pg_advisory_xact_lock(${lock}); end if;
        return new;
      end $$;
      create trigger test_barrier before insert on event for each row execute function test_barrier();
      select pg_advisory_lock(${lock})`);
    return new Barrier(hosts);
  }

  /** From this step of the caller on nothing is written. */
  async set(caller: string, step: number): Promise<void> {
    await this.#hosts.rows(
      `begin; delete from test_barrier; insert into test_barrier values ('${caller}', ${step}); commit`,
    );
  }

  async lower(): Promise<void> {
    await this.#hosts.rows("delete from test_barrier");
  }

  #waiting(what: string): Promise<readonly object[]> {
    return this.#hosts.rows(
      `select ${what} from pg_locks where locktype = 'advisory' and not granted and objid = ${lock}
       and database = (select oid from pg_database where datname = current_database())`,
    );
  }

  async isReached(): Promise<boolean> {
    return (await this.#waiting("pid")).length > 0;
  }

  /** What was being written is not. */
  async end(): Promise<void> {
    while ((await this.#waiting("pg_terminate_backend(pid)")).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
