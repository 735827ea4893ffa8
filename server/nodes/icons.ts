/** Temporary: the nodes helper writes the drawings. */
export function iconSvg(name: string): string | undefined {
  return name ? '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"/>' : undefined
}
