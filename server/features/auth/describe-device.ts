type Word = [pattern: RegExp, word: string]

// The first that fits: browsers name others beside themselves to be let in.
const browsers: Word[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: Word[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A user agent in words: `Firefox on Linux`; a program by its own name; empty when it said nothing. */
export function describeDevice(userAgent: string): string {
  const browser = find(browsers, userAgent)
  const system = find(systems, userAgent)
  if (browser) {
    return system ? `${browser} on ${system}` : browser
  }
  const [program = ''] = userAgent.split(/[\s/]/)
  return system ?? program.slice(0, 40)
}

function find(words: Word[], userAgent: string) {
  return words.find(([pattern]) => pattern.test(userAgent))?.[1]
}
