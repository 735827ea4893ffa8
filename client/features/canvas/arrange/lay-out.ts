import type { ELK } from 'elkjs/lib/elk-api.js'
import type { ElkBox } from '../graph/tidy.ts'

let elk: Promise<ELK> | undefined

/** Asks ELK, in a worker that is fetched with the first question and kept. */
export async function layOut(question: ElkBox): Promise<ElkBox> {
  elk ??= openElk()
  return (await (await elk).layout({ ...question, id: question.id })) as ElkBox
}

async function openElk(): Promise<ELK> {
  const [{ default: Elk }, { default: address }] = await Promise.all([
    import('elkjs/lib/elk-api.js'),
    import('elkjs/lib/elk-worker.min.js?url'),
  ])
  return new Elk({ workerFactory: () => new Worker(address) })
}
