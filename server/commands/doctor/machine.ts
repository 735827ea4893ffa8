import { readFileSync, statfsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { totalmem } from 'node:os'
import { hostForUrl } from '../host-for-url.ts'

/** What the checks ask the machine. Tests give other answers. */
export type Machine = {
  nodeVersion: string
  /** Bytes that this process may use: of the machine, or of its container. */
  memory: number
  freeBytes(folder: string): number
  /** Id of the process that has a lock on this file; undefined where none has, or where the system does not say. */
  lockHolder(inode: number): number | undefined
  /** What answers at the server's address. */
  askPort(host: string, port: number): Promise<'free' | 'flowtill' | 'other'>
  now(): Date
}

export const thisMachine: Machine = {
  nodeVersion: process.versions.node,
  memory: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  freeBytes: (folder) => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  },
  lockHolder,
  askPort,
  now: () => new Date(),
}

/** Linux lists locks as `1: POSIX ADVISORY WRITE 4711 08:01:1234 0 EOF`. Reading the list takes no lock. */
function lockHolder(inode: number): number | undefined {
  try {
    const locks = readFileSync('/proc/locks', 'utf8').split('\n')
    const found = locks.map((line) => /WRITE\s+(\d+)\s+[\da-f]+:[\da-f]+:(\d+)\s/.exec(line))
    const own = found.find((match) => Number(match?.[2]) === inode)
    return own ? Number(own[1]) : undefined
  } catch {
    return undefined
  }
}

const ASK_MS = 3_000

async function askPort(host: string, port: number): Promise<'free' | 'flowtill' | 'other'> {
  const callable = hostForUrl(host)
  try {
    const response = await fetch(`http://${callable}:${port}/api/v1/ping`, {
      signal: AbortSignal.timeout(ASK_MS),
    })
    return (await response.text()) === 'pong' ? 'flowtill' : 'other'
  } catch {
    return (await accepts(callable.replace(/^\[|\]$/g, ''), port)) ? 'other' : 'free'
  }
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: ASK_MS })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}
