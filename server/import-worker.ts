// A worker thread that reads import files, and its client: 50 MB of JSON would block all other requests for
// seconds. Both ends share a file, so that its URL is correct in the sources and in the bundle.
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type {
  ImportReader,
  Outline,
  PreparedItem,
  PrepareOptions,
} from './features/export-import/import-reader.ts'
import { type ReadFile, readImport, replaceIds } from './features/export-import/read-import.ts'
import { drawFlow } from './features/flows/draw-flow.ts'
import { drawPart } from './features/templates/draw-part.ts'

const MARK = 'flowtill import worker'
/** Several times the largest file: as text, as values, and again while ids are replaced. */
const MAX_MEMORY_MB = 700
const PORTION_CHARACTERS = 500_000
const PORTION_ITEMS = 100

type Command =
  | { call: 'add'; block: Uint8Array }
  | { call: 'read' }
  | { call: 'prepare'; options: PrepareOptions }
  | { call: 'next' }
type Reply = { result: unknown } | { rejection: { code: ErrorCode; message: string } } | { error: unknown }

if (!isMainThread && parentPort && workerData === MARK) {
  serve(parentPort)
}

export async function openImportReader(): Promise<ImportReader> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: MARK,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })
  let waiting: PromiseWithResolvers<unknown> | undefined
  let failure: unknown
  worker.on('message', (reply: Reply) => {
    if ('result' in reply) {
      waiting?.resolve(reply.result)
    } else if ('rejection' in reply) {
      waiting?.reject(new AppError(reply.rejection.code, reply.rejection.message))
    } else {
      waiting?.reject(reply.error)
    }
  })
  const fail = (error: unknown) => {
    failure ??= error
    waiting?.reject(failure)
  }
  worker.on('error', (error) => fail(isOutOfMemory(error) ? tooMuch(error) : error))
  worker.on('messageerror', fail)
  worker.on('exit', () => fail(new Error('The thread that reads import files has ended.')))

  function call<Result>(command: Command): Promise<Result> {
    if (failure) {
      throw failure
    }
    waiting = Promise.withResolvers()
    worker.postMessage(command)
    return waiting.promise as Promise<Result>
  }

  return {
    add: (block) => worker.postMessage({ call: 'add', block } satisfies Command, [block.buffer]),
    read: async () => call<Outline>({ call: 'read' }),
    async *prepare(options) {
      await call({ call: 'prepare', options })
      let portion = await call<PreparedItem[]>({ call: 'next' })
      while (portion.length > 0) {
        yield portion
        portion = await call<PreparedItem[]>({ call: 'next' })
      }
    },
    close: () => worker.terminate(),
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function tooMuch(cause: unknown) {
  return new AppError('TOO_LARGE', 'This file needs more memory than an import may have.', { cause })
}

function serve(port: MessagePort) {
  let blocks: Uint8Array[] = []
  let file: ReadFile = { items: [], unknown: [] }
  let options: PrepareOptions = { ids: [], replaced: new Map() }
  let place = 0

  function read(): Outline {
    const bytes = Buffer.concat(blocks)
    blocks = []
    file = readImport(bytes, { flow: drawFlow, part: drawPart })
    return {
      items: file.items.map(({ section, id, name, issue }) => ({ section, id, name, issue })),
      unknown: file.unknown,
    }
  }

  function next(): PreparedItem[] {
    const portion: PreparedItem[] = []
    let characters = 0
    while (place < file.items.length && characters < PORTION_CHARACTERS && portion.length < PORTION_ITEMS) {
      const contents = file.items[place]?.contents
      const id = options.ids[place]
      place += 1
      if (contents && id) {
        portion.push({ ...replaceIds(contents, options.replaced), id })
        characters += 'flowData' in contents ? contents.flowData.length : 0
      }
    }
    return portion
  }

  function handle(message: Command): unknown {
    switch (message.call) {
      case 'add':
        return blocks.push(message.block)
      case 'read':
        return read()
      case 'prepare':
        place = 0
        options = message.options
        return undefined
      case 'next':
        return next()
    }
  }

  port.on('message', (message: Command) => {
    const reply = answer(() => handle(message))
    if (message.call !== 'add') {
      port.postMessage(reply)
    }
  })
}

// An AppError would arrive as a plain Error.
function answer(work: () => unknown): Reply {
  try {
    return { result: work() }
  } catch (error) {
    return error instanceof AppError ? { rejection: { code: error.code, message: error.message } } : { error }
  }
}
