// node server/commands/bench/pool-bench.ts [files]: a PDF of 5.4 MB with 500 pages, then a drop of a thousand small files
// into pools of the built product, three uploads at a time as the browser sends them, while another client measures
// every pause of the server.
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { makeBook } from '../../testing/documents/make-pdf.ts'
import { type Product, withProduct } from './bench-product.ts'
import { openTarget } from './open-target.ts'
import { watchPings } from './watch-pings.ts'

const FILES = Number(process.argv[2] ?? 1_000)
const PARALLEL = 3

await withProduct(measure)

async function measure(product: Product) {
  const { url } = product
  const { headers } = await openTarget(url, product.stubUrl)
  const { 'content-type': _, ...bare } = headers

  async function call(name: string, input: object) {
    const isQuery = name === 'get'
    const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
    const response = await fetch(`${url}/trpc/pools.${name}${query}`, {
      headers,
      ...(!isQuery && { method: 'POST', body: JSON.stringify(input) }),
    })
    const { result, error } = await response.json()
    if (error) {
      throw new Error(`${name}: ${error.message}`)
    }
    return result.data
  }

  async function upload(poolId: string, name: string, bytes: Uint8Array<ArrayBuffer>) {
    const { id, partBytes } = await call('beginUpload', { poolId, name, bytes: bytes.length })
    for (let offset = 0; offset < bytes.length; offset += partBytes) {
      await fetch(`${url}/api/v1/document-pools/${poolId}/uploads/${id}?offset=${offset}`, {
        method: 'PUT',
        headers: { ...bare, 'content-type': 'application/octet-stream' },
        body: bytes.subarray(offset, offset + partBytes),
      })
    }
    await call('completeUpload', { poolId, uploadId: id })
  }

  async function isReady(id: string) {
    for (;;) {
      const { sources, ready, failed, items } = await call('get', { id })
      if (failed > 0) {
        throw new Error(items.find(({ error }: { error: string | null }) => error).error)
      }
      if (ready === sources) {
        return
      }
      await pause(500)
    }
  }

  // Code that has just started is compiled when it first runs.
  const warm = await call('create', { name: 'Warm' })
  await upload(warm.id, 'warm.pdf', new Uint8Array(makeBook(20)))
  await isReady(warm.id)
  await pause(2_000)

  const silent = await watchPings(url, () => pause(3_000))
  print('ping, nothing else', silent.pings)

  const book = await call('create', { name: 'Book' })
  const bytes = new Uint8Array(makeBook(500))
  const read = await watchPings(url, async () => {
    await upload(book.id, 'book.pdf', bytes)
    return isReady(book.id)
  })
  const { items } = await call('get', { id: book.id })
  print(
    `a PDF of ${(bytes.length / 1_000_000).toFixed(1)} MB`,
    `${(read.ms / 1_000).toFixed(1)} s, ${items[0].chunks} chunks`,
  )
  print('  ping meanwhile', read.pings)

  const drop = await call('create', { name: 'Drop' })
  const dropped = await watchPings(url, async () => {
    const left = Array.from({ length: FILES }, (_, number) => number)
    const sendAll = async () => {
      for (let number = left.shift(); number !== undefined; number = left.shift()) {
        await upload(drop.id, `note-${number}.txt`, new TextEncoder().encode(textOf(number)))
      }
    }
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: PARALLEL }, sendAll))
    const sentMs = performance.now() - startedAt
    await isReady(drop.id)
    return sentMs
  })
  print(
    `${FILES} files of 2 KB`,
    `${(dropped.ms / 1_000).toFixed(1)} s until all can be found, sent in ${(dropped.result / 1_000).toFixed(1)} s`,
  )
  print('  ping meanwhile', dropped.pings)
  print('load', loadavg()[0]?.toFixed(1) ?? '')
}

function textOf(number: number) {
  return Array.from({ length: 20 }, (_, line) =>
    `Note ${number}, line ${line}: the hall opens at ten, the garden later. `.repeat(2),
  ).join('\n')
}

function print(what: string, value: string) {
  process.stdout.write(`${what.padEnd(28)} ${value}\n`)
}
