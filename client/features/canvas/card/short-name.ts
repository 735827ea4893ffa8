/** As much of a name as fits in so many letters: cutting it off by style would give each of a thousand cards a layer to clip. */
export function shortName(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name
}
