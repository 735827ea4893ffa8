import type { AnyCall } from '#server/engine/define-node.ts'

type Surroundings = Pick<AnyCall, 'turn' | 'signal' | 'label' | 'ports'>

const turn = { question: 'Hi', flowId: '', chatId: '', sessionId: '', messageId: '', vars: {} }

/** For tests of one node alone: all it is called with beside its inputs. What is not given may not be used. */
export function aSurrounding(ports: Partial<AnyCall['ports']> = {}, label = 'Node'): Surroundings {
  return {
    turn,
    signal: new AbortController().signal,
    label,
    ports: {
      history: async () => [],
      fetch: unused('the outside world'),
      chatModel: unused('a chat model'),
      embeddings: unused('an embedding model'),
      ...ports,
    },
  }
}

function unused(what: string) {
  return (): never => {
    throw new Error(`This test did not expect ${what} to be asked for.`)
  }
}
