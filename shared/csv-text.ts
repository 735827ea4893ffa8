/** A cell of text, in quotes where it needs them. Behind an apostrophe no spreadsheet runs a text that looks like a formula. */
export function csvText(text: string) {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
