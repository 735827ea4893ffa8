import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { strength } from './hash-strength.ts'

const derive = promisify(argon2)

/** A PHC string: algorithm, cost, salt and hash together, so that cost can grow without breaking old ones. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...strength, message: password, nonce })
  const { memory, passes, parallelism } = strength
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = format.exec(stored) ?? []
  const expected = Buffer.from(tag, 'base64')
  if (expected.length === 0) {
    return false
  }
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

/** Hash compared for unknown usernames, so that they take as long as a wrong password. */
export const nobodysPassword = hashPassword(randomBytes(32).toString('base64'))

function encode(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}
