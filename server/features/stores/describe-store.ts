import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { NodeDefinition } from '#server/engine/define-node.ts'
import type { ChatModel } from '#server/engine/handles.ts'
import { AppError } from '#shared/errors.ts'
import type { toolDescriptionInput } from '#shared/store-calls.ts'
import { idOfPart } from './component-flow.ts'
import type { Components } from './open-components.ts'
import { listChunks } from './store-chunks.repository.ts'
import type { StoreReads } from './store-reads.ts'

const SAMPLES = 8
const SAMPLE_LENGTH = 1_500

type Deps = {
  store: Store
  reads: Pick<StoreReads, 'getOwn'>
  components: Components
  catalogue: ReadonlyMap<string, NodeDefinition>
}

/** Asks a chat model to describe the content of a store as a tool for agents. */
export function createStoreDescriptions({ store, reads, components, catalogue }: Deps) {
  return async (
    userId: string,
    { id, selectedChatModel }: z.output<typeof toolDescriptionInput>,
    signal = new AbortController().signal,
  ) => {
    const found = await reads.getOwn(store.db, userId, id)
    const { name, inputs, credential } = selectedChatModel
    if (catalogue.get(name)?.category !== 'Chat Models') {
      throw new AppError('INVALID_INPUT', `${name} is not a chat model.`)
    }
    const samples = await listChunks(store.db, { storeId: id }, { limit: SAMPLES, offset: 0 })
    if (samples.length === 0) {
      throw new AppError('INVALID_INPUT', 'This store has no chunks to describe yet.')
    }
    const part = { id: idOfPart(name), name, config: inputs, credential }
    const texts = samples.map(({ pageContent }) => pageContent.slice(0, SAMPLE_LENGTH)).join('\n---\n')
    const content = await components.inRun(
      { storeId: id, parts: [part], roots: [part.id], signal },
      `Describe ${found.name}`,
      async (handles) => {
        const model = handles.get(part.id) as ChatModel
        const stream = model.stream({
          system: task,
          messages: [{ role: 'user', content: `Name: ${found.name}\n\n${texts}` }],
        })
        let step = await stream.next()
        while (!step.done) {
          step = await stream.next()
        }
        return step.value.text
      },
    )
    return { content: content.trim() }
  }
}

const task =
  'You describe a collection of documents as a search tool for an assistant. From the samples, write one or two sentences: what the documents are about and when to search them. Begin with "Searches". Answer with the description alone, in the language of the samples.'
