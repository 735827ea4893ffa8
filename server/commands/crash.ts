import { existsSync } from 'node:fs'
import { crashAgents } from '../testing/crash/agent-crash.ts'
import { crashChannels } from '../testing/crash/channel-crash.ts'
import { crashEvaluation } from '../testing/crash/evaluation-crash.ts'
import { findMutant } from '../testing/crash/find-mutants.ts'
import { crashMoney } from '../testing/crash/money-crash.ts'
import { agentMutants, isAgentMutant } from '../testing/crash/mutants.ts'
import { cutPower, powerMutants } from '../testing/crash/power-loss.ts'
import { crashProcesses } from '../testing/crash/process-crash.ts'
import { crashProduct } from '../testing/crash/product-crash.ts'
import { crashUpserts } from '../testing/crash/upsert-crash.ts'

// npm run crash -- --cycles 1000: money under random load and crashes, compared with a model outside the database.
// npm run crash -- --kills 300: kills the server while answers are streaming.
// npm run crash -- --agents 1000: kills the server while it runs agent flows; effects are counted outside.
// npm run crash -- --upserts 300: kills the server while it upserts documents.
// npm run crash -- --evaluations 10: kills the server while it evaluates a data set of 200 rows.
// npm run crash -- --channels 1000: kills the server while messages of a channel come in.
// npm run crash -- --processes 300: kills one of two processes on a real PostgreSQL, which is started for it.
// npm run crash -- --power 1000: cuts the power of a wallet in use; writes that were not synced are lost or torn.
//   --mutant NAME or --all-mutants: says whether that many kills find these bugs, inserted into the product one by one.
const WORLD_CYCLES = 100
const entry = existsSync('dist/server/main.mjs') ? 'dist/server/main.mjs' : 'server/main.ts'
const report = (line: string) => process.stdout.write(`${line}\n`)
const started = Date.now()
const [kills, cycles, agents] = [read('--kills'), read('--cycles'), read('--agents')]
const [upserts, channels, evaluations] = [read('--upserts'), read('--channels'), read('--evaluations')]
const [processes, power] = [read('--processes'), read('--power')]

if (agents !== undefined && mutantsToFind().length > 0) {
  let found = 0
  for (const mutant of mutantsToFind()) {
    const issue = await findMutant(mutant, agents)
    found += issue === undefined ? 0 : 1
    report(
      `${issue === undefined ? 'NOT FOUND' : 'found'}: ${mutant}${issue === undefined ? '' : ` (${issue})`}`,
    )
  }
  report(`${found} of ${mutantsToFind().length} mutants found with ${agents} kills each, in ${seconds()} s.`)
  process.exitCode = found === mutantsToFind().length ? 0 : 1
} else if (agents !== undefined) {
  const found = await crashAgents({ kills: agents, entry, report })
  report(
    `${agents} kills in ${seconds()} s: ${found.runs} runs of agent flows, taken over ${found.claims} times, ${found.effects} effects each ` +
      `once, ${found.uncertain} uncertain calls decided, ${found.charged} model calls, nothing open.`,
  )
} else if (upserts !== undefined) {
  const found = await crashUpserts({ kills: upserts, entry, report })
  report(
    `${found.kills} kills in ${seconds()} s: ${found.upserts} upserts in ${found.attempts} attempts, ${found.chunks} chunks and ` +
      `${found.tokens} tokens as in undisturbed ones, nothing open.`,
  )
} else if (evaluations !== undefined) {
  const found = await crashEvaluation({ kills: evaluations, entry, report })
  report(
    `${found.kills} kills in ${seconds()} s: ${found.rows} rows, ${found.answers} answers each once, ${found.cut} attempts cut off, ` +
      `${found.calls} model calls for $${(found.costMicro / 1_000_000).toFixed(6)}, as shown; nothing open.`,
  )
} else if (channels !== undefined) {
  const found = await crashChannels({ kills: channels, entry, report })
  report(
    `${channels} kills in ${seconds()} s: ${found.messages} messages, ${found.received} of them with a file and ${found.chosen} choices; ` +
      `${found.answers} answers in their order, ${found.returned} of them with a file, ${found.repeated} repeated with the same id; ` +
      'nothing lost, nothing answered twice, no file left behind, nothing open.',
  )
} else if (processes !== undefined) {
  const found = await crashProcesses({ kills: processes, entry, report })
  report(
    `${processes} kills in ${seconds()} s: ${found.asked} asked, ${found.answered} answers acknowledged, ${found.runs} runs (${found.cut} cut and ` +
      `closed, taken over ${found.claims} times), ${found.effects} effects each once, ${found.charged} charges, watchers waited at most ` +
      `${found.longestWaitMs} ms; nothing lost, nothing twice, nothing open.`,
  )
} else if (power !== undefined) {
  const found = await cutPower({ cycles: power, random: Math.random })
  report(
    `${power} power cuts in ${seconds()} s: ${found.sectors} sectors lost, ${found.torn} of them torn; ${found.acknowledged} postings ` +
      `acknowledged, ${found.called} calls held for; nothing acknowledged was lost, nothing was charged without a call.`,
  )
  for (const mutant of powerMutants) {
    const issue = await cutPower({ cycles: power, random: Math.random, mutant }).then(() => undefined, String)
    report(
      `${issue === undefined ? 'NOT FOUND' : 'found'}: ${mutant}${issue === undefined ? '' : ` (${issue})`}`,
    )
    process.exitCode = issue === undefined ? 1 : process.exitCode
  }
} else if (kills === undefined) {
  const count = cycles ?? 100
  const found = { topUps: 0, credits: 0, refunds: 0, charges: 0 }
  // Starts with a fresh database from time to time, because each kill is followed by a full check of it.
  for (let left = count; left > 0; left -= WORLD_CYCLES) {
    const one = await crashMoney({ cycles: Math.min(WORLD_CYCLES, left), entry, report })
    for (const name of Object.keys(found) as (keyof typeof found)[]) {
      found[name] += one[name]
    }
  }
  const { topUps, credits, refunds, charges } = found
  report(
    `${count} kills in ${seconds()} s: ${topUps} top-ups by card, ${credits} credits, ${refunds} refunds, ${charges} charges; nothing ` +
      'acknowledged was lost, nothing was booked twice, nothing came from nowhere.',
  )
} else {
  const found = await crashProduct({ kills, entry, report })
  report(
    `${kills} kills in ${seconds()} s: ${found.requested} asked, ${found.answered} answered, ${found.recovered} of ${found.runs} runs were cut ` +
      `and closed, ${found.charged} charges, nothing lost, nothing twice, nothing open.`,
  )
}

function mutantsToFind() {
  const all = Object.keys(agentMutants).filter(isAgentMutant)
  const place = process.argv.indexOf('--mutant')
  const name = process.argv[place + 1] ?? ''
  if (place >= 0 && !isAgentMutant(name)) {
    throw new Error(`There is no mutant ${name}. There are: ${all.join('; ')}`)
  }
  return process.argv.includes('--all-mutants') ? all : all.filter((each) => place >= 0 && each === name)
}

function read(flag: string) {
  const place = process.argv.indexOf(flag)
  return place < 0 ? undefined : Number(process.argv[place + 1])
}

function seconds() {
  return Math.round((Date.now() - started) / 1_000)
}
