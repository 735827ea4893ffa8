/** Replaces vitest in a bundle: a test ends with the process, which deletes its folders then. */
export function onTestFinished(tidy: () => unknown): void {
  process.once('exit', () => void tidy())
}
