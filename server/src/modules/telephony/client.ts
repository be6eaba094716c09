/** The call engine as other modules ask it, in whatever process it runs. */
import { AppError } from '@liantai/api/contract';
import { BrokerError, type Broker } from '../../ports/broker.ts';
import { engineTopic, type EngineRequest } from './topics.ts';

export interface EngineClient {
  /** Some agent of the skill group is signed in. */
  serves(compId: string, groupId: string): Promise<boolean>;
  /** Callers waiting in the enterprise. */
  waiting(compId: string): Promise<number>;
}

const requestMs = 3_000;

/** Throws AppError 'unavailable' when no engine answers. */
export function createEngineClient(broker: Broker): EngineClient {
  async function ask(request: EngineRequest): Promise<unknown> {
    try {
      return await broker.request(engineTopic, request, requestMs);
    } catch (error) {
      throw error instanceof BrokerError && error.code !== 'failed' ? new AppError('unavailable') : error;
    }
  }
  return {
    serves: async (compId, groupId) => (await ask({ verb: 'serves', compId, groupId })) === true,
    waiting: async (compId) => Number(await ask({ verb: 'waiting', compId })),
  };
}
