// Frame rate of a large flow on the canvas: node server/commands/bench/canvas-bench.ts [nodes …], after node
// server/commands/build.ts
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumPath, HOW_TO_GET_CHROMIUM } from '#client/e2e/find-chromium.ts'
import { drag, measureUndo, median, pan, takeHold, zoom } from './canvas-gestures.ts'
import { generateLoad } from './generate-load.ts'
import { gridFlow } from './grid-flow.ts'
import { type Frames, measureFrames } from './measure-frames.ts'

const sizes = process.argv.slice(2).map(Number)
const account = { username: 'bench', email: 'bench@example.com', password: 'long enough' }
/** Node state changes per second during the measurement. */
const STATES = 200
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
]

type Row = Record<string, string | number>
type Figures = { nodes: number; edges: number; open: number; undo: number; gestures: Record<string, Frames> }

const executablePath = chromiumPath()
if (!executablePath) {
  throw new Error(HOW_TO_GET_CHROMIUM)
}
const folder = mkdtempSync(join(tmpdir(), 'flowtill-bench-'))
const server = spawn(process.execPath, ['dist/server/main.mjs'], {
  env: { PATH: '', DATA_DIR: join(folder, 'data'), PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({ executablePath, args })
try {
  await measureAll(browser, await addressOf(server))
} finally {
  await browser.close()
  if (server.exitCode === null) {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
  }
  rmSync(folder, { recursive: true })
}

async function measureAll(from: Browser, url: string) {
  const token = await signUp(url)
  const context = await from.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  const page = await context.newPage()
  const empty = await measureFrames(from, page, () => pan(page))
  await signIn(page, url)
  const found: Figures[] = []
  for (const nodes of sizes.length > 0 ? sizes : [100, 300, 1_000, 5_000]) {
    const flow = gridFlow(nodes)
    const id = await save(url, token, nodes, flow)
    print(`${nodes} nodes …`)
    const figures = await measure(from, page, `${url}/canvas/${id}`)
    found.push({ nodes, edges: flow.edges.length, ...figures })
  }
  const none = { nodes: 0, edges: 0, open: 0, undo: 0, gestures: { 'far: pan': empty } }
  print(
    '\nPauses between frames in ms, median / p95, and the share of frames that came late; an empty page first:',
  )
  print(tableOf([none, ...found].map((each) => rowOf(each, pauseText))))
  print('\nWork of the page for one frame in ms, median / p95:')
  print(tableOf([none, ...found].map((each) => rowOf(each, ({ cost }) => pair(cost)))))
}

async function measure(from: Browser, page: Page, address: string) {
  const opening: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await page.goto(address)
    opening.push(await firstCards(page))
  }
  await page.waitForTimeout(500)
  await page.evaluate(generateLoad, STATES)

  const frames = (work: () => Promise<void>) => measureFrames(from, page, work)
  const farPan = await frames(() => pan(page))
  const farDrag = await dragFrames(from, page)
  const undo = await measureUndo(page)
  const zooming = await frames(() => zoom(page))
  // Moves to the centre of the flow at any zoom and waits until its surroundings are rendered.
  for (const key of ['1', '0']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(1_500)
  }
  const nearPan = await frames(() => pan(page))
  const nearDrag = await dragFrames(from, page)
  const gestures = {
    'far: pan': farPan,
    'far: drag': farDrag,
    zooming,
    'near: pan': nearPan,
    'near: drag': nearDrag,
  }
  return { open: median(opening), undo, gestures }
}

/** The card is located before measuring, so that the search does not count as drag time. */
async function dragFrames(from: Browser, page: Page): Promise<Frames> {
  const place = await takeHold(page)
  return measureFrames(from, page, () => drag(page, place))
}

/** Milliseconds from the page request to the first painted cards. */
function firstCards(page: Page): Promise<number> {
  return page
    .waitForFunction(
      () => document.querySelector('[data-node], .far-sheet') !== null && performance.now(),
      undefined,
      { polling: 'raf', timeout: 120_000 },
    )
    .then((handle) => handle.jsonValue() as Promise<number>)
}

function rowOf({ nodes, edges, open, undo, gestures }: Figures, text: (frames: Frames) => string): Row {
  const cells = Object.entries(gestures).map(([name, frames]) => [name, text(frames)])
  return { nodes, edges, open: Math.round(open), ...Object.fromEntries(cells), undo: Math.round(undo) }
}

function pauseText({ pause, missed }: Frames): string {
  return `${pair(pause)} (${(missed * 100).toFixed(1)} %)`
}

function pair([middle, high]: readonly [number, number]): string {
  return `${middle.toFixed(1)} / ${high.toFixed(1)}`
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

function tableOf(rows: readonly Row[]): string {
  const names = Object.keys(rows.at(-1) ?? {})
  const lines = [names, names.map(() => '---'), ...rows.map((row) => names.map((name) => row[name] ?? ''))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

async function signUp(url: string): Promise<string> {
  const { token } = await post(url, '/auth/register', account)
  return token
}

async function save(url: string, token: string, nodes: number, flow: object): Promise<string> {
  const body = { name: `${nodes} nodes`, flowData: JSON.stringify(flow), type: 'CHATFLOW' }
  const { id } = await post(url, '/chatflows', body, token)
  return id
}

async function post(url: string, path: string, body: object, token = '') {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) {
    throw new Error(`${path}: ${await response.text()}`)
  }
  return response.json()
}

async function signIn(page: Page, url: string) {
  await page.goto(url)
  await page.getByLabel('Username or email').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app/**')
}

function addressOf({ stdout }: ChildProcess) {
  return new Promise<string>((resolve, reject) => {
    let text = ''
    stdout?.on('data', (chunk: Buffer) => {
      text += chunk
      const [address] = /http:\/\/\S+/.exec(text) ?? []
      if (address) {
        resolve(address.replace('localhost', '127.0.0.1'))
      }
    })
    stdout?.on('end', () => reject(new Error(`The product did not start: ${text}`)))
  })
}
