import { contrastOf } from '#shared/contrast.ts'

/** For text of this size, as WCAG AA asks. */
export const LEAST_CONTRAST = 4.5
const STEPS = 50

/** The color nearest to that of the text which can be read on the surface. Black or white always can. */
export function fixContrast(surface: string, text: string): string {
  for (let step = 0; step <= STEPS; step += 1) {
    const found = ['#000000', '#FFFFFF']
      .map((end) => mix(text, end, step / STEPS))
      .find((color) => contrastOf(surface, color) >= LEAST_CONTRAST)
    if (found) {
      return found
    }
  }
  return text
}

function mix(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((place) => {
    const [first, second] = [from, to].map((color) => Number.parseInt(color.slice(place, place + 2), 16))
    return Math.round((first ?? 0) + ((second ?? 0) - (first ?? 0)) * share)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}
