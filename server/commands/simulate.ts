import { simulateSeed } from '../testing/simulation/simulate-seed.ts'
import { simulateTakeover } from '../testing/takeover/simulate-takeover.ts'

// npm run simulate -- --seeds 2000 --from 1: runs of agent flows with the real engine over a simulated store and world.
// npm run simulate -- takeover --seeds 100000: operators who take over from answers, in two processes on one database.
// Each seed decides about its flow, the order of all calls and commits, the failures and the answers.
const seeds = read('--seeds') ?? 1_000
const from = read('--from') ?? 1
/** A long run says now and then how far it is. */
const REPORTED = 5_000
const startedAt = performance.now()
const failed = process.argv.includes('takeover') ? await simulateTakeovers() : await simulateRuns()
process.exit(failed > 0 ? 1 : 0)

async function simulateRuns(): Promise<number> {
  const total = { failed: 0, failures: 0, claims: 0, uncertain: 0 }
  for (let seed = from; seed < from + seeds; seed += 1) {
    const { issues, failures, claims, uncertain } = await simulateSeed(seed)
    total.failures += failures.length
    total.claims += claims
    total.uncertain += uncertain
    if (issues.length > 0) {
      total.failed += 1
      process.stdout.write(`seed ${seed} (${failures.join('; ')}): ${issues.slice(0, 3).join('; ')}\n`)
    }
  }
  process.stdout.write(
    `${seeds} seeds from ${from}, ${perSecond(seeds)}/s: ${total.failures} failures, ${total.claims} claims of orphans, ${total.uncertain} uncertain ` +
      `calls decided, ${total.failed} failed.\n`,
  )
  return total.failed
}

async function simulateTakeovers(): Promise<number> {
  const total = { failed: 0, acknowledged: 0, cut: 0, withheld: 0, answered: 0 }
  const report = (done: number) =>
    process.stdout.write(
      `${done} seeds from ${from}, ${perSecond(done)}/s: ${total.acknowledged} switches acknowledged, ${total.answered} questions answered, ` +
        `${total.cut} answers cut, ${total.withheld} withheld, ${total.failed} failed.\n`,
    )
  for (let seed = from; seed < from + seeds; seed += 1) {
    const { issues, story, ...counts } = await simulateTakeover(seed)
    for (const name of ['acknowledged', 'cut', 'withheld', 'answered'] as const) {
      total[name] += counts[name]
    }
    if (issues.length > 0) {
      total.failed += 1
      process.stdout.write(`seed ${seed}: ${issues.slice(0, 3).join('; ')}\n  ${story.join('\n  ')}\n`)
    }
    const done = seed - from + 1
    if (done % REPORTED === 0 && done < seeds) {
      report(done)
    }
  }
  report(seeds)
  return total.failed
}

function perSecond(done: number) {
  return Math.round(done / ((performance.now() - startedAt) / 1_000))
}

function read(flag: string) {
  const place = process.argv.indexOf(flag)
  return place < 0 ? undefined : Number(process.argv[place + 1])
}
