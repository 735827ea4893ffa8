// Two builds of the product in turn, each against a stub of its own, so that a busy machine slows both:
// node server/commands/bench/compare-builds.ts <checkout before> <checkout after> [rounds, 4] [seconds, 2.5]
import { openProduct, print } from './bench-product.ts'
import { median } from './canvas-gestures.ts'
import { openTarget, type Target } from './open-target.ts'

const [before = '.', after = '.'] = process.argv.slice(2)
const [rounds = 4, seconds = 2.5] = process.argv.slice(4).map(Number)

type Product = Awaited<ReturnType<typeof openProduct>>
type Kind = { callers: number; stream: boolean }
type Figures = { perSecond: number; p50: number; firstMs: number; cpuMs: number; allocatedKb: number }

const kinds: Kind[] = [
  { callers: 50, stream: false },
  { callers: 1, stream: false },
  { callers: 50, stream: true },
  { callers: 1, stream: true },
]

const products = [await openProduct({ root: before }), await openProduct({ root: after, place: 1 })] as const
try {
  const [first, second] = products
  print('start to first 200', `${await first.start()} / ${await second.start()} ms`)
  const targets = [await targetOf(first), await targetOf(second)] as const
  print('idle memory', `${first.memory()} / ${second.memory()} MiB`)
  for (const kind of kinds) {
    await compare(kind, targets)
  }
  print('memory after load', `${first.memory()} / ${second.memory()} MiB`)
  print('ledgers', products.map(({ command }) => command('check-ledger')).join('; '))
} finally {
  await Promise.all(products.map(({ close }) => close()))
}

async function targetOf({ url, stubUrl }: Product) {
  return (await openTarget(url, stubUrl)).target
}

/** A B B A, so that a machine that grows slower does not favor one. */
async function compare(kind: Kind, targets: readonly [Target, Target]) {
  const measured: [Figures[], Figures[]] = [[], []]
  const [first, second] = products
  first.load({ ...kind, seconds: 2, target: targets[0] })
  second.load({ ...kind, seconds: 2, target: targets[1] })
  for (let round = 0; round < rounds; round += 1) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      measured[which].push(await measure(products[which], kind, targets[which]))
    }
  }
  const title = `${kind.callers} ${kind.stream ? 'streams' : 'callers'}`
  const firstToken = kind.stream ? (['firstMs'] as const) : []
  for (const name of ['perSecond', 'p50', ...firstToken, 'cpuMs', 'allocatedKb'] as const) {
    const [a, b] = measured.map((figures) => figures.map((each) => each[name])) as [number[], number[]]
    const ratios = a.map((value, round) => (b[round] ?? 0) / value)
    const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
    print(
      `${title}, ${name}`,
      `${median(a).toFixed(2)} / ${median(b).toFixed(2)}, ratio ${median(ratios).toFixed(2)} (${range})`,
    )
  }
}

async function measure(product: Product, kind: Kind, target: Target): Promise<Figures> {
  const [cpu, allocated] = [product.cpuSeconds(), await product.allocatedBytes()]
  const { perSecond, sent, failed, ms, firstMs } = product.load({ ...kind, seconds, target })
  if (failed > 0) {
    throw new Error(`${failed} requests failed.`)
  }
  return {
    ...{ perSecond, p50: ms.p50, firstMs: firstMs.p50 },
    cpuMs: ((product.cpuSeconds() - cpu) * 1_000) / sent,
    allocatedKb: ((await product.allocatedBytes()) - allocated) / 1_024 / sent,
  }
}
