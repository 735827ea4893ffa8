import type { Tone } from './arrange-series.ts'

export function Swatch({ tone }: { tone: Tone }) {
  return <i className="swatch rigid inline-block" data-tone={tone} aria-hidden="true" />
}
