/** The ledger on PostgreSQL, where bookings really run side by side. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createPostgresDatabase } from '../../../adapters/production/database/index.ts';
import type { Database } from '../../../ports/database.ts';
import { createTestPorts, type TestPorts } from '../../../testing/index.ts';
import { charge, post } from './ledger.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';
const name = `ledger_${randomUUID().replaceAll('-', '')}`;
const compId = '100001';
let database: Database;
let ports: TestPorts;

async function administer(sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(sql);
  await client.end();
}

beforeAll(async () => {
  await administer(`create database ${name}`);
  database = createPostgresDatabase({ url: Object.assign(new URL(server), { pathname: `/${name}` }).href });
  await database.migrate();
  ports = await createTestPorts({ database });
  await database.system((trx) => trx.insertInto('enterprise').values({ comp_id: compId, name: '并发' }).execute());
}, 60_000);
afterAll(async () => {
  await ports?.close();
  await database?.close();
  await administer(`drop database ${name}`);
});

const recharge = (key: string, amount: bigint) => database.system((trx) => post(trx, ports, { compId, kind: 'recharge', amount, key, operatorId: 'o', operatorName: 'o' }));

test('50 bookings at once, each key five times, and 50 charges beside them: nothing lost, nothing doubled', async () => {
  const work = Array.from({ length: 50 }, (_, i) => [recharge(`r-${i % 10}`, BigInt((i % 10) + 1)), charge(ports, { compId, amount: 1n, key: `c-${i}` })]).flat();
  const done = await Promise.all(work);
  expect(done.filter((each) => !each.repeated)).toHaveLength(60);
  const entries = await database.system((trx) => trx.selectFrom('ledger_entry').selectAll().orderBy('seq').execute());
  let sum = 0n;
  for (const [i, entry] of entries.entries()) {
    sum += BigInt(entry.amount);
    expect([entry.seq, BigInt(entry.balance_after)]).toEqual([i + 1, sum]);
  }
  expect([entries.length, sum]).toEqual([60, 5n]);
  const balance = await database.system((trx) => trx.selectFrom('ledger_balance').selectAll().executeTakeFirstOrThrow());
  expect([BigInt(balance.balance), balance.entries]).toEqual([5n, 60]);
});
