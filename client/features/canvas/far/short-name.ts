/** As much of a name as fits in so many letters: what is painted is not measured. */
export function shortName(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name
}
