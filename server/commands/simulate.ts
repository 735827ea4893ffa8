import { simulateSeed } from '../testing/simulation/simulate-seed.ts'

// npm run simulate -- --seeds 2000 --from 1: runs of agent flows with the real engine over a simulated store and world.
// Each seed decides about its flow, the order of all calls and commits, the failures and the answers.
const seeds = read('--seeds') ?? 1_000
const from = read('--from') ?? 1
const startedAt = performance.now()
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
const perSecond = Math.round(seeds / ((performance.now() - startedAt) / 1_000))
process.stdout.write(
  `${seeds} seeds from ${from}, ${perSecond}/s: ${total.failures} failures, ${total.claims} claims of orphans, ${total.uncertain} uncertain ` +
    `calls decided, ${total.failed} failed.\n`,
)
process.exitCode = total.failed > 0 ? 1 : 0

function read(flag: string) {
  const place = process.argv.indexOf(flag)
  return place < 0 ? undefined : Number(process.argv[place + 1])
}
