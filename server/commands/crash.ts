import { existsSync } from 'node:fs'
import { crashMoney } from '../testing/crash/money-crash.ts'
import { crashProduct } from '../testing/crash/product-crash.ts'

// npm run crash -- --cycles 1000: money under random load, compared with what is known outside the database.
// npm run crash -- --kills 300: answers while they are written.
const entry = existsSync('dist/server/main.mjs') ? 'dist/server/main.mjs' : 'server/main.ts'
const report = (line: string) => process.stdout.write(`${line}\n`)
const started = Date.now()
const [kills, cycles] = [read('--kills'), read('--cycles')]

if (kills === undefined) {
  const count = cycles ?? 100
  const { topUps, credits, refunds, charges } = await crashMoney({ cycles: count, entry, report })
  report(
    `${count} kills in ${seconds()} s: ${topUps} top-ups by card, ${credits} credits, ${refunds} refunds, ${charges} charges; nothing ` +
      'acknowledged was lost, nothing was booked twice, nothing came from nowhere.',
  )
} else {
  const found = await crashProduct({ kills, entry, report })
  report(
    `${kills} kills in ${seconds()} s: ${found.asked} asked, ${found.answered} answered, ${found.recovered} of ${found.runs} runs were cut ` +
      `and closed, ${found.charged} charges, nothing lost, nothing twice, nothing open.`,
  )
}

function read(flag: string) {
  const place = process.argv.indexOf(flag)
  return place < 0 ? undefined : Number(process.argv[place + 1])
}

function seconds() {
  return Math.round((Date.now() - started) / 1_000)
}
