/**
 * Every endpoint of the contract x every kind of caller, through the whole HTTP layer: exactly those whom the contract names
 * get past authorisation, and nobody gets at another enterprise's data by naming its ids. Both tables are made from
 * allEndpoints, so a new endpoint is red until it says who may and how a stranger would try it.
 */
import { AppError, browserClient, formUserName, type Endpoint, type RoleType } from '@liantai/api/contract';
import { allEndpoints } from '@liantai/api/contract/all';
import { buildApp, type App } from '../../app.ts';
import type { Route } from '../../http/routes.ts';
import { createModules } from '../../modules.ts';
import { createTestPorts, type TestPorts } from '../../testing/index.ts';
import { multipartPayload } from '../../testing/multipart.ts';
import { signInOver } from '../../testing/office.ts';
import { areaProbes, mark, type Probe, type Probes } from '../../testing/probes/index.ts';
import { demoPassword, hashPassword, sealerOf, seed } from '../system/index.ts';

const own = '100001';
const foreign = '200002';
const roleTypes: readonly RoleType[] = [0, 1, 2, 3, 4];
const settings = { host: '127.0.0.1', port: 0, publicUrl: undefined, tls: undefined };
const callId = '0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0a11';

let ports: TestPorts;
/** Handlers answer 'reached' and do nothing. */
let gate: App;
/** The real thing. */
let whole: App;
/** By caller kind: the Authorization header. */
const headers = new Map<string, string | undefined>();
let ids: Readonly<Record<string, string>> = {};

const reached: Route['handler'] = async () => {
  throw new AppError('refused', 'reached');
};

beforeAll(async () => {
  ports = await createTestPorts();
  const sealer = sealerOf(Buffer.alloc(32, 1));
  await seed(ports, sealer, { host: '127.0.0.1' });
  await addPeople();
  const options = { ports, sealer, info: { version: '1', switch: 'embedded' }, reveal: { enabled: false, host: '127.0.0.1' }, realm: 'liantai', recordingsFolder: `${ports.folder}/live`, repair: async () => undefined };
  const { modules, auth } = createModules(options);
  const parts = { modules, sessions: auth.sessions, mayPress: auth.mayPress };
  whole = await buildApp(ports, settings, parts);
  await whole.start();
  gate = await buildApp(ports, settings, { ...parts, modules: modules.map((module) => ({ name: module.name, routes: module.routes.map(({ endpoint }) => ({ endpoint, handler: reached })) })) });
  headers.set('nobody', undefined);
  headers.set('client', `Basic ${btoa(`${browserClient.id}:${browserClient.secret}`)}`);
  headers.set('wrong client', `Basic ${btoa('liantai-console:guess')}`);
  headers.set('unknown token', `Bearer ${'x'.repeat(43)}`);
  headers.set('operator', `Bearer ${await signIn(formUserName('000000', 0, 'admin'))}`);
  for (const compId of [own, foreign]) for (const roleType of roleTypes.slice(1)) headers.set(`${compId} roleType ${roleType}`, `Bearer ${await signIn(formUserName(compId, roleType, `probe${roleType}`))}`);
  const made: Record<string, string> = {};
  for (const { fixtures } of areaProbes) Object.assign(made, await ports.database.system((trx) => fixtures(trx, own, ports)));
  ids = made;
  made['ownSession'] = (await ports.database.system((trx) => trx.selectFrom('session').select('id').where('comp_id', '=', own).executeTakeFirstOrThrow())).id;
  made['ownRole'] = (await ports.database.system((trx) => trx.selectFrom('role').select('id').where('comp_id', '=', own).where('role_type', '=', 1).executeTakeFirstOrThrow())).id;
}, 60_000);

afterAll(async () => {
  await gate?.fastify.close();
  await whole?.stop();
  await ports?.close();
});

/** One account of each role type in both enterprises, seats where they have one, and a call of the first. */
async function addPeople(): Promise<void> {
  const hash = await hashPassword(demoPassword);
  const at = new Date(ports.clock.now());
  await ports.database.system(async (trx) => {
    await trx.insertInto('enterprise').values({ comp_id: foreign, name: '另一家企业' }).execute();
    for (const comp_id of [own, foreign]) {
      for (const role_type of roleTypes.slice(1)) {
        const account = `probe${role_type}`;
        const role = await trx.selectFrom('role').select('id').where('comp_id', '=', own).where('role_type', '=', role_type === 4 ? 1 : role_type).executeTakeFirstOrThrow();
        const role_id = comp_id === own ? role.id : ports.random.id();
        const agent_id = role_type === 2 || role_type === 3 ? `900${role_type}` : null;
        if (agent_id) await trx.insertInto('seat').values({ comp_id, agent_id, name: account, terminal_type: 2 }).execute();
        await trx.insertInto('account').values({ id: ports.random.id(), comp_id, role_type, account, user_name: formUserName(comp_id, role_type, account), nick_name: `${comp_id}的人`, password_hash: hash, password_changed_at: at, role_id, agent_id, group_id: null, empower: 'null' }).execute();
      }
    }
    await trx.insertInto('call_record').values({ comp_id: own, call_id: callId, direction: 'inbound', caller: '13812345678', callee: '4001', access_number: '4001', agent_id: '1001', start_at: at, answer_at: at, end_at: at, wait_ms: 0, ring_ms: 0, talk_ms: 1_000, hold_ms: 0, result: 200, cause: 'completed', recording_key: 'recordings/secret.wav', recording_ms: 1_000, skill_group_id: null, applied_seq: 1 }).execute();
    await trx.insertInto('event').values({ comp_id: own, stream: 'contact', stream_id: callId, seq: 1, at, type: 'created', actor: 'caller', reason: null, data: JSON.stringify({ kind: 'call', direction: 'inbound', caller: '13812345678', callee: '4001', accessNumber: '4001' }) }).execute();
  });
}

const signIn = (username: string): Promise<string> => signInOver(whole, ports, username);

async function ask(app: App, endpoint: Endpoint, kind: string, { params = {}, query = {}, body = {} }: Probe = {}) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'));
  const authorization = headers.get(kind);
  const form = endpoint.encoding === 'form';
  const multipart = endpoint.encoding === 'multipart' ? await multipartPayload(body as Record<string, unknown>) : undefined;
  const reply = await app.fastify.inject({
    method: endpoint.method,
    url: `${path}?${new URLSearchParams(query)}`,
    headers: { ...(authorization ? { authorization } : {}), ...(endpoint.body ? { 'content-type': multipart?.type ?? (form ? 'application/x-www-form-urlencoded' : 'application/json') } : {}) },
    ...(endpoint.body ? { payload: multipart?.payload ?? (form ? '' : JSON.stringify(body)) } : {}),
  });
  return { status: reply.statusCode, text: reply.body };
}

const kinds = ['nobody', 'client', 'wrong client', 'unknown token', 'operator', ...[own, foreign].flatMap((compId) => roleTypes.slice(1).map((roleType) => `${compId} roleType ${roleType}`))];
const roleOf = (kind: string): RoleType | undefined => (kind === 'operator' ? 0 : / roleType (\d)$/.test(kind) ? (Number(kind.at(-1)) as RoleType) : undefined);

/** What the contract says: undefined is past, otherwise the status of the refusal. */
function expected({ permission }: Endpoint, kind: string): 401 | 403 | undefined {
  if (permission.kind === 'public') return undefined;
  if (permission.kind === 'client') return kind === 'client' ? undefined : 401;
  const role = roleOf(kind);
  if (role === undefined) return 401;
  return permission.kind === 'session' || permission.roles.includes(role) ? undefined : 403;
}

describe.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s', (_name, endpoint) => {
  test.each(kinds)('%s', async (kind) => {
    const { status, text } = await ask(gate, endpoint, kind);
    const refusal = expected(endpoint, kind);
    if (refusal !== undefined) {
      expect(status).toBe(refusal);
      return;
    }
    // Past authorisation: the handler was reached, or the (empty) input was refused after it.
    expect(status).toBe(200);
    expect(text).toMatch(/"code":400|reached/);
  });
});

/**
 * How a stranger would ask for what belongs to 100001: its ids wherever the endpoint takes one. 'none': the endpoint takes
 * no id and says only what belongs to the caller.
 */
const probes: Probes = {
  ...Object.assign({}, ...areaProbes.map(({ probes: area }) => area)),
  getUser: 'none',
  userExpired: 'none',
  deferPassword: 'none',
  resetPassword: 'none',
  ticket: () => ({ body: { use: 'message' } }),
  operatorHome: 'none',
  roleMenu: () => ({ query: { id: ids['ownRole']! } }),
  sessions: () => ({ body: { mine: false, compId: own, pageSize: 200 } }),
  endSession: () => ({ params: { id: ids['ownSession']! } }),
  getCti: () => ({ body: { wsType: 'ws', serverId: own } }),
  getReg: () => ({ body: { wsType: 'ws', serverId: own } }),
  querySecretKey: () => ({ query: { name: `${own}1001` } }),
  myDay: () => ({ query: { compId: own, agentId: '1001' } }),
  enterpriseDay: () => ({ query: { compId: own } }),
  callRecords: () => ({ body: { compId: own, agentId: '1001', startTime: '2020-01-01 00:00:00', endTime: '2030-01-01 00:00:00', pageSize: 200 } }),
  callDetail: () => ({ body: { callId, compId: own } }),
  callTrack: () => ({ body: { callId, compId: own } }),
  playRecording: () => ({ query: { callId, compId: own } }),
  recordingPeaks: () => ({ query: { callId, compId: own } }),
  logout: 'none',
};

/** Texts that only the first enterprise's data holds. */
const marks = [mark, '李晓雯', '王志强', '客服一组', '联台演示企业', '100001的人', '1381', '5678', 'secret.wav', 'tab:callrecord', 'RIFF'];
const belongsToOwn = (text: string) => marks.filter((mark) => text.includes(mark));

describe('another enterprise', () => {
  const tenantEndpoints = allEndpoints.filter(({ permission }) => permission.kind === 'session' || permission.kind === 'roles');

  test('every endpoint with a session says how a stranger would try it', () => {
    expect(tenantEndpoints.map(({ name }) => name).filter((name) => probes[name] === undefined)).toEqual([]);
  });

  test.each(roleTypes.slice(1))('roleType %i gets nothing of it by naming its ids', async (roleType) => {
    for (const endpoint of tenantEndpoints) {
      // Ends the caller's own session: its reply is null by contract.
      if (endpoint.name === 'logout') continue;
      const probe = probes[endpoint.name];
      const { text } = await ask(whole, endpoint, `${foreign} roleType ${roleType}`, typeof probe === 'function' ? probe(ids, own) : {});
      expect({ endpoint: endpoint.name, found: belongsToOwn(text) }).toEqual({ endpoint: endpoint.name, found: [] });
    }
    const session = await ports.database.system((trx) => trx.selectFrom('session').select('ended_at').where('id', '=', ids['ownSession']!).executeTakeFirstOrThrow());
    expect(session.ended_at).toBeNull();
  });

  test('the same questions of its own administrator are answered, so the probes mean something', async () => {
    for (const name of ['getUser', 'roleMenu', 'sessions', 'callRecords', 'callDetail', 'callTrack', 'skillGroupList']) {
      const endpoint = allEndpoints.find((each) => each.name === name)!;
      const probe = probes[name];
      const { text } = await ask(whole, endpoint, `${own} roleType 1`, typeof probe === 'function' ? probe(ids, own) : {});
      expect(belongsToOwn(text).length > 0 ? 'answered' : `${name}: ${text}`).toBe('answered');
    }
  });
});
