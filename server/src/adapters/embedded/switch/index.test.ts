import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { describeSwitch } from '../../../ports/switch.contract.ts';
import { createEmbeddedSwitch } from './index.ts';

const REALM = 'liantai';

describeSwitch('embedded', async (directory) => {
  const it = createEmbeddedSwitch({ directory, realm: REALM, workers: 2, hostAddresses: ['127.0.0.1'] });
  await it.start();
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/xcc/ws', handleProtocols: () => 'sip' });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (ws, request) => it.acceptSocket(ws, { remoteAddress: request.socket.remoteAddress ?? '' }));
  const { port } = server.address() as AddressInfo;
  return {
    switch: it,
    realm: REALM,
    url: `ws://127.0.0.1:${port}/xcc/ws`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
});
