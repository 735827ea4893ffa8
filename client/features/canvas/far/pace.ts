/** So many frames are looked back. */
const frames = 8

/**
 * How many times larger the canvas has become within the last frames, of which each call is one: 1 when nobody zooms, less
 * while somebody zooms out.
 */
export function createPace() {
  const seen: number[] = []
  return (zoom: number): number => {
    seen.push(zoom)
    if (seen.length > frames) {
      seen.shift()
    }
    return zoom / (seen[0] ?? zoom)
  }
}
