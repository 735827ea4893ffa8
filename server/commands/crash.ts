import { existsSync } from 'node:fs'
import { crashProduct } from '../testing/crash/product-crash.ts'

// npm run crash -- --kills 300
const flag = process.argv.indexOf('--kills')
const kills = flag < 0 ? 300 : Number(process.argv[flag + 1])
const entry = existsSync('dist/server/main.mjs') ? 'dist/server/main.mjs' : 'server/main.ts'

const started = Date.now()
const found = await crashProduct({ kills, entry, report: (line) => process.stdout.write(`${line}\n`) })
const seconds = Math.round((Date.now() - started) / 1_000)
process.stdout.write(
  `${kills} kills in ${seconds} s: ${found.asked} asked, ${found.answered} answered, ${found.recovered} of ${found.runs} runs were cut ` +
    `and closed, ${found.charged} charges, nothing lost, nothing twice, nothing open.\n`,
)
