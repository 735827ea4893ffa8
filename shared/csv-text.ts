/**
 * A CSV text cell, quoted if needed. An apostrophe keeps spreadsheets from running text that looks like a formula.
 */
export function csvText(text: string) {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
