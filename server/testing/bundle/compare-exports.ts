export type Pair = { source: string; chunk: string }
export type Difference = { source: string; problem: string }

// Runs in its own process, under the plain Node that runs the bundle.
const pairs: Pair[] = JSON.parse(process.argv[2] ?? '[]')
const found = await Promise.all(pairs.map(compare))
process.stdout.write(JSON.stringify(found.flat()), () => process.exit(0))

async function compare({ source, chunk }: Pair): Promise<Difference[]> {
  try {
    const [target, built] = await Promise.all([import(source), import(chunk)])
    return Object.keys(target)
      .filter((name) => name !== 'module.exports' && name !== '__esModule')
      .filter((name) => typeof target[name] !== typeof built[name])
      .map((name) => ({ source, problem: `${name} is ${typeof built[name]} in the bundle` }))
  } catch (error) {
    return [{ source, problem: String(error) }]
  }
}
