import type { Json } from '#server/engine/inputs.ts'

const maxText = 2_000

export function toJson(value: unknown): Json {
  if (value === null || value === undefined || typeof value === 'boolean') {
    return value ?? null
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : String(value)
  }
  if (value instanceof Date) {
    return value.toISOString()
  }
  if (value instanceof Uint8Array) {
    return `(${value.byteLength} bytes)`
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}
