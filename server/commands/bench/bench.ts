// npm run bench: the built product against a stub on the same machine. Only ratios are meaningful, because both
// share its cores.
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { openProduct, print } from './bench-product.ts'
import { openTarget } from './open-target.ts'

const seconds = Number(process.argv[2] ?? 6)
const product = await openProduct()
try {
  await measure(product)
} finally {
  await product.close()
}

async function measure({ url, stubUrl, start, stop, memory, load, command }: typeof product) {
  print('first start, empty folder', `${await start()} ms`)
  await stop()
  print('start to first 200', `${await start()} ms`)
  await pause(3_000)
  print('idle memory', `${memory()} MiB`)

  const { target, headers } = await openTarget(url, stubUrl)
  for (const callers of [1, 10, 50, 100]) {
    const alone = load({ callers, seconds })
    const through = load({ callers, seconds, target })
    const added = through.ms.p50 - alone.ms.p50
    const parts = [
      `${through.perSecond}/s`,
      `p50 ${through.ms.p50} ms (+${added.toFixed(2)} over the stub)`,
      `p99 ${through.ms.p99} ms`,
    ]
    print(
      `answers, ${callers} callers`,
      `${parts.join(', ')}, ${through.failed} failed; stub alone ${alone.perSecond}/s`,
    )
  }
  for (const callers of [1, 50]) {
    const alone = load({ callers, seconds, stream: true })
    const through = load({ callers, seconds, stream: true, target })
    const added = through.firstMs.p50 - alone.firstMs.p50
    print(
      `first token, ${callers} callers`,
      `p50 ${through.firstMs.p50} ms (+${added.toFixed(2)}), ${through.perSecond} streams/s, ${through.failed} failed`,
    )
  }
  await pause(3_000)
  print('memory after load', `${memory()} MiB`)
  for (const [name, path] of [
    ['/nodes', '/api/v1/nodes'],
    ['list of flows', '/trpc/flows.summaries?input={}'],
  ] as const) {
    const text = await (await fetch(url + path, { headers })).text()
    print(name, `${kilobytes(text.length)}, ${kilobytes(gzipSync(text).length)} gzip`)
  }
  print('ledger afterwards', command('check-ledger'))
}

function kilobytes(bytes: number) {
  return `${(bytes / 1_024).toFixed(1)} KB`
}
