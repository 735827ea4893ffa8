import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { bundleServer } from '#server/bundle-server.ts'

/** The server as users get it, which starts several times as fast as its sources: a test kills it dozens of times. */
export async function bundleForCrash(): Promise<string> {
  // Inside the project, where the program looks for what it ships.
  mkdirSync('dist', { recursive: true })
  const folder = mkdtempSync('dist/crash-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await bundleServer(folder)
  return join(folder, 'main.mjs')
}
