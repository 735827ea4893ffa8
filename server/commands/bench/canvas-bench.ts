// How smoothly a large flow moves: node server/commands/bench/canvas-bench.ts [nodes …], after node server/commands/build.ts
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumPath, HOW_TO_GET_CHROMIUM } from '#client/e2e/find-chromium.ts'
import { gridFlow } from './grid-flow.ts'

const sizes = process.argv.slice(2).map(Number)
const account = { username: 'bench', email: 'bench@example.com', password: 'long enough' }
/** Node states a second while everything is measured. */
const STATES = 200
const UNDOS = 7
/** Moves of the pointer in one gesture. */
const STEPS = 120

// Without a limit a frame takes as long as it costs, so that a pause between two says what it cost.
const args = `--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync --disable-frame-rate-limit --disable-gpu-vsync`.split(/\s+/)

type Row = Record<string, string | number>

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
  await page.evaluate(watchFrames)
  const empty = await frames(page, () => pan(page))
  await signIn(page, url)
  const rows: Row[] = []
  for (const nodes of sizes.length > 0 ? sizes : [100, 300, 1_000, 5_000]) {
    const flow = gridFlow(nodes)
    const id = await save(url, token, nodes, flow)
    say(`${nodes} nodes …`)
    rows.push({ nodes, edges: flow.edges.length, ...(await measure(page, `${url}/canvas/${id}`)) })
  }
  say(tableOf(rows))
  say('Frames are pauses between animation frames in ms, without a frame limit: median, p95.')
  say(`An empty page, panned the same way on the same machine: ${empty}.`)
}

async function measure(page: Page, address: string): Promise<Row> {
  const opening: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await page.goto(address)
    opening.push(await firstCards(page))
  }
  await page.waitForTimeout(500)
  await page.evaluate(keepBusy, STATES)
  await page.evaluate(watchFrames)

  const far = { pan: await frames(page, () => pan(page)), drag: await drag(page) }
  const undo = await measureUndo(page)
  const zoom = await frames(page, () => zoomIn(page))
  await page.keyboard.press('0')
  await page.waitForTimeout(500)
  const near = { pan: await frames(page, () => pan(page)), drag: await drag(page) }
  return {
    'open ms': Math.round(median(opening)),
    'far pan': far.pan,
    'far drag': far.drag,
    zoom,
    'near pan': near.pan,
    'near drag': near.drag,
    'undo ms': Math.round(undo),
  }
}

/** Milliseconds from the request for the page until the cards have been painted. */
function firstCards(page: Page): Promise<number> {
  return page
    .waitForFunction(
      () => document.querySelector('[data-node], .far-sheet') !== null && performance.now(),
      undefined,
      {
        polling: 'raf',
        timeout: 120_000,
      },
    )
    .then((handle) => handle.jsonValue() as Promise<number>)
}

type CanvasStore = { getState: () => Open }
type Open = {
  graph: { nodes: ReadonlyMap<string, unknown> }
  takeRunEvents: (events: readonly object[]) => void
}
declare global {
  interface Window {
    pauses: number[]
    undone: Promise<number>
  }
}

/** Lets nodes begin and end, as a run does: through the store of the open canvas, which React knows. */
function keepBusy(perSecond: number) {
  type Fiber = { memoizedProps?: { value?: Partial<CanvasStore> }; return: Fiber | null }
  const room = document.querySelector('.canvas-room') as unknown as Record<string, Fiber>
  const key = Object.keys(room).find((name) => name.startsWith('__reactFiber$')) ?? ''
  let fiber: Fiber | null = room[key] ?? null
  while (fiber && !('takeRunEvents' in (fiber.memoizedProps?.value?.getState?.() ?? {}))) {
    fiber = fiber.return
  }
  const store = fiber?.memoizedProps?.value as CanvasStore
  const ids = [...store.getState().graph.nodes.keys()]
  store.getState().takeRunEvents([{ type: 'run_started', at: 0, question: '' }])
  const begun = performance.now()
  const waiting: object[] = []
  let sent = 0
  setInterval(() => {
    const due = ((performance.now() - begun) / 1_000) * perSecond
    for (; sent < due; sent += 1) {
      const nodeId = ids[(Math.floor(sent / 2) * 37) % ids.length]
      const type = sent % 2 === 0 ? 'node_started' : 'node_finished'
      waiting.push({ type, nodeId, at: performance.now() - begun })
    }
  }, 4)
  // As the chat hands them on.
  setInterval(() => store.getState().takeRunEvents(waiting.splice(0)), 16)
}

function watchFrames() {
  window.pauses = []
  let last = performance.now()
  const note = (now: number) => {
    window.pauses.push(now - last)
    last = now
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

async function frames(page: Page, work: () => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    window.pauses.length = 0
  })
  await work()
  const pauses = (await page.evaluate(() => window.pauses)).toSorted((a, b) => a - b)
  const at = (share: number) => (pauses[Math.floor(pauses.length * share)] ?? 0).toFixed(1)
  return `${at(0.5)} / ${at(0.95)}`
}

async function pan(page: Page) {
  await page.mouse.move(760, 470)
  await page.mouse.down({ button: 'middle' })
  for (let step = 0; step < STEPS; step += 1) {
    const turn = step / 12
    await page.mouse.move(760 + 260 * Math.sin(turn), 470 + 160 * Math.sin(turn / 2))
    await page.waitForTimeout(10)
  }
  await page.mouse.up({ button: 'middle' })
}

/** The card is looked for before: that is the search of this script, and nobody's drag. */
async function drag(page: Page): Promise<string> {
  const head = await takeHold(page)
  return frames(page, async () => {
    await page.mouse.move(head.x, head.y)
    await page.mouse.down()
    for (let step = 0; step < STEPS; step += 1) {
      const turn = step / 12
      await page.mouse.move(head.x + 160 * Math.sin(turn), head.y + 120 * Math.sin(turn / 2))
      await page.waitForTimeout(10)
    }
    await page.mouse.up()
  })
}

/** A place on a card in the middle of the canvas: of painted cards only the one under the pointer is there. */
async function takeHold(page: Page) {
  for (let step = 0; step < 400; step += 1) {
    await page.mouse.move(640 + (step % 20) * 16, 400 + Math.floor(step / 20) * 12)
    const place = await page.evaluate(() => {
      const card = document.querySelector('.react-flow__node:hover')?.getBoundingClientRect()
      return card && { x: card.left + card.width / 3, y: card.top + Math.min(20, card.height / 3) }
    })
    if (place) {
      return place
    }
  }
  throw new Error('There is no card in the middle of the canvas.')
}

async function zoomIn(page: Page) {
  await page.mouse.move(760, 470)
  for (let step = 0; step < STEPS; step += 1) {
    await page.mouse.wheel(0, step % 60 < 30 ? -120 : 120)
    await page.waitForTimeout(16)
  }
}

/** From the key to the frame that shows its outcome. */
async function measureUndo(page: Page) {
  const times: number[] = []
  for (let turn = 0; turn < UNDOS; turn += 1) {
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('.canvas-room')?.focus()
      window.undone = new Promise((resolve) => {
        const note = () => {
          const begun = performance.now()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
        }
        addEventListener('keydown', ({ key }) => key.toLowerCase() === 'z' && note(), { capture: true })
      })
    })
    await page.keyboard.press(turn % 2 === 0 ? 'Control+z' : 'Control+Shift+z')
    times.push(await page.evaluate(() => window.undone))
  }
  return median(times)
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
}

function tableOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, names.map(() => '---'), ...rows.map((row) => names.map((name) => row[name]))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function median(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
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
