import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export async function startKillable(
  entry: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const settings = { PATH: '', PORT: '0', LOG_LEVEL: 'error', ...env }
  const child = spawn(process.execPath, [entry], {
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await Promise.race([readAddress(child), once(child, 'exit').then(() => undefined)])
  if (!url) {
    throw new Error('The product did not start.')
  }
  return { child, url: url.replace('localhost', '127.0.0.1') }
}

async function readAddress({ stdout }: ChildProcess) {
  if (!stdout) {
    return undefined
  }
  const [chunk] = (await once(stdout, 'data')) as [Buffer]
  return /http:\/\/\S+/.exec(String(chunk))?.[0]
}
