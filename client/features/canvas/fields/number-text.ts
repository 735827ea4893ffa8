import type { Language } from '#client/texts/texts.tsx'
import type { TemplateInput } from '#shared/nodes.ts'

type Bounds = Pick<TemplateInput, 'min' | 'max' | 'step'>
export type Read = { value: number | '' } | { fault: 'number' | 'min' | 'max' }

/** What was typed, as the number that is stored: with a dot, whichever sign the reader is used to. */
export function readNumber(text: string, { min, max }: Bounds): Read {
  const trimmed = text.trim()
  if (trimmed === '') {
    return { value: '' }
  }
  const value = Number(trimmed.replace('−', '-').replace(',', '.'))
  if (!Number.isFinite(value)) {
    return { fault: 'number' }
  }
  if (min !== undefined && value < min) {
    return { fault: 'min' }
  }
  return max !== undefined && value > max ? { fault: 'max' } : { value }
}

/** A stored number as the language writes it. What is no number is shown as it is. */
export function showNumber(stored: unknown, language: Language): string {
  const text = stored === undefined || stored === null ? '' : String(stored)
  return language === 'tr' && /^-?\d*\.\d+$/.test(text) ? text.replace('.', ',') : text
}

/** One step up or down, without the crumbs of binary fractions, and never out of bounds. */
export function stepNumber(from: number, direction: 1 | -1, { min, max, step = 1 }: Bounds): number {
  const decimals = Math.max(decimalsOf(step), decimalsOf(from))
  const next = Number((from + direction * step).toFixed(decimals))
  return Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, next))
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}
