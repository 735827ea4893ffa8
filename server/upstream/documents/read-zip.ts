import { inflateRawSync } from 'node:zlib'
import { limits, rejectTooLarge, rejectUnreadable } from './limits.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endLength = 22
const entryLength = 46
const localLength = 30
const maxComment = 65_535

type Entry = { name: string; method: number; packed: number; start: number }

/**
 * Unpacks the parts that `isNeeded` selects. Sizes declared in the archive are not trusted: unpacked bytes count
 * against one limit, so a zip bomb is rejected. Throws TOO_LARGE or INVALID_INPUT.
 */
export function readZip(bytes: Uint8Array, isNeeded: (name: string) => boolean): Map<string, Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = new Map<string, Uint8Array>()
  let left = limits.unpackedBytes
  try {
    for (const entry of listEntries(file).filter(({ name }) => isNeeded(name))) {
      const part = unpack(file, entry, left)
      left -= part.length
      parts.set(entry.name, part)
    }
  } catch (error) {
    rejectBroken(error)
  }
  return parts
}

function listEntries(file: Buffer): Entry[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end < file.length - endLength - maxComment || file.readUInt32LE(end) !== endMark) {
    rejectUnreadable('it is not an office file, or it is damaged')
  }
  const count = file.readUInt16LE(end + 10)
  if (count > limits.parts) {
    rejectTooLarge(`it has more than ${limits.parts} parts`)
  }
  const entries: Entry[] = []
  let at = file.readUInt32LE(end + 16)
  while (entries.length < count) {
    if (file.readUInt32LE(at) !== entryMark) {
      rejectUnreadable('its list of parts is damaged')
    }
    const nameLength = file.readUInt16LE(at + 28)
    const sizes = readSizes(file, at, nameLength)
    if (sizes.start + sizes.packed > file.length) {
      rejectUnreadable('one of its parts claims to be larger than the file')
    }
    entries.push({
      name: file.toString('utf8', at + entryLength, at + entryLength + nameLength),
      method: file.readUInt16LE(at + 10),
      ...sizes,
    })
    at += entryLength + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

const inExtraField = 0xffff_ffff
const zip64 = 1

/** Sizes of 4 GB, and any size some programs write, are in an extra field of 64-bit numbers. */
function readSizes(file: Buffer, at: number, nameLength: number): { packed: number; start: number } {
  const sizes = [24, 20, 42].map((place) => file.readUInt32LE(at + place))
  const from = at + entryLength + nameLength
  const extra = file.subarray(from, from + file.readUInt16LE(at + 30))
  for (let field = 0; sizes.includes(inExtraField) && field + 4 <= extra.length; ) {
    const end = field + 4 + extra.readUInt16LE(field + 2)
    if (extra.readUInt16LE(field) === zip64) {
      let place = field + 4
      for (const [index, size] of sizes.entries()) {
        if (size === inExtraField && place + 8 <= end) {
          sizes[index] = Number(extra.readBigUInt64LE(place))
          place += 8
        }
      }
    }
    field = end
  }
  const [, packed = 0, start = 0] = sizes
  return { packed, start }
}

/** The names of all parts, or none if the file is no archive. */
export function listNames(bytes: Uint8Array): string[] {
  try {
    return listEntries(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).map(({ name }) => name)
  } catch {
    return []
  }
}

function unpack(file: Buffer, { method, packed, start }: Entry, left: number): Uint8Array {
  if (file.readUInt32LE(start) !== localMark) {
    rejectUnreadable('one of its parts is damaged')
  }
  const from = start + localLength + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
  const content = file.subarray(from, from + packed)
  if (method === 0) {
    return content.length > left ? rejectTooLarge(unpackedLimit) : content
  }
  if (method !== 8) {
    rejectUnreadable('it is packed or encrypted in a way this server does not know')
  }
  return left < 1 ? rejectTooLarge(unpackedLimit) : inflateRawSync(content, { maxOutputLength: left })
}

const unpackedLimit = `unpacked it is larger than ${limits.unpackedBytes / 1_000_000} MB`

function rejectBroken(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    rejectTooLarge(unpackedLimit)
  }
  if (code === 'ERR_OUT_OF_RANGE' || (typeof code === 'string' && code.startsWith('Z_'))) {
    rejectUnreadable('it is damaged', error)
  }
  throw error
}
